/// The whole list at an instant, in listview's own recorded form.
struct SnapshotWriter: ShapeWriter {
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

/// The whole list as a bare array, as command line tools print it.
struct ArrayWriter: ShapeWriter {
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    queue.appendList("[", rows, strays: step.strays, "]")
  }
}

/// The whole list as the answer of Stripe's API.
///
/// Source: "Pagination", Stripe API reference.
struct APIListWriter: ShapeWriter {
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

/// The whole list as the answer of Kubernetes' API, such as a `PodList`.
///
/// Source: "Kubernetes API Concepts", Collections.
struct KubernetesListWriter: ShapeWriter {
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
