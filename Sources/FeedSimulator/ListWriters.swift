/// The whole list at an instant, in listview's recording format.
struct SnapshotWriter: EncodingWriter {
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    queue.appendList(
      "{\"at\":\(time.decimalSeconds),\"rows\":[",
      rows,
      strays: step.strays,
      "]}"
    )
  }
}

/// The whole list as a bare array, as command-line tools print it.
struct ArrayWriter: EncodingWriter {
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    queue.appendList("[", rows, strays: step.strays, "]")
  }
}

/// The whole list as a response of the Stripe API.
///
/// Source: "Pagination", Stripe API reference.
struct APIListWriter: EncodingWriter {
  let path: String

  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    queue.appendList(
      "{\"object\":\"list\",\"url\":\"\(path)\",\"has_more\":false,\"data\":[",
      rows,
      strays: step.strays,
      "]}"
    )
  }
}

/// The whole list as a response of the Kubernetes API, such as a `PodList`.
///
/// Source: "Kubernetes API Concepts", Collections.
struct KubernetesListWriter: EncodingWriter {
  let kind: String

  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    queue.appendList(
      """
      {"kind":"\(kind)List","apiVersion":"v1","metadata":{"resourceVersion":"\(step.version)"},\
      "items":[
      """,
      rows,
      strays: step.strays,
      "]}"
    )
  }
}
