/// Writes a changing list in one encoding, as values, one per line.
///
/// It knows nothing of the scenario: it receives a step and the rows after it.
struct EncodingWriter: Sendable {
  let encoding: FeedEncoding
  let resource: Resource
  private var changesSinceBookmark = 0

  init(_ encoding: FeedEncoding, of resource: Resource) {
    (self.encoding, self.resource) = (encoding, resource)
  }

  /// Writes a step.
  ///
  /// Sources: "Pagination", Stripe API reference; "Kubernetes API Concepts", Collections.
  ///
  /// - Parameters:
  ///   - step: The changes; in the first step of a feed all rows are inserted, the last one first.
  ///   - rows: The list after the step.
  ///   - time: The time of the step.
  ///   - queue: The queue that receives the values.
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    let stamp = "{\"at\":\(time.decimalSeconds),"
    switch (encoding, resource) {
    case (.snapshots, _):
      queue.appendList("\(stamp)\"rows\":[", rows, strays: step.strays, "]}")
    case (.events, _): writeChanges(step, "", "", stamp, to: &queue)
    case (.watch, .api):
      writeChanges(step, "\(stamp)\"op\":\"upsert\",\"row\":", "}", stamp, to: &queue)
    case (.list, .api(let path)):
      queue.appendList(
        "{\"object\":\"list\",\"url\":\"\(path)\",\"has_more\":false,\"data\":[",
        rows,
        strays: step.strays,
        "]}"
      )
    case (.list, .kubernetes(let kind)):
      queue.appendList(
        """
        {"kind":"\(kind)List","apiVersion":"v1","metadata":{"resourceVersion":"\(step.version)"},\
        "items":[
        """,
        rows,
        strays: step.strays,
        "]}"
      )
    case (.watch, .kubernetes(let kind)): watch(step, kind, to: &queue)
    }
  }

  /// Writes each row that came or changed, and deletions in listview's own form.
  private func writeChanges(
    _ step: ListStep,
    _ opening: String,
    _ closing: String,
    _ stamp: String,
    to queue: inout ValueQueue
  ) {
    let opening = Array(opening.utf8)
    func append(_ row: [UInt8]) {
      if !opening.isEmpty { queue.append(opening) }
      queue.append(row)
      queue.endValue(closing)
    }
    for change in step.changes {
      switch change {
      case .came(let row), .changed(let row): append(row.json)
      case .went(let row):
        queue.append("\(stamp)\"op\":\"delete\",\"id\":\(row.key)")
        queue.endValue("}")
      }
    }
    for stray in step.strays { append(stray) }
  }

  /// Writes changes as a watch of the Kubernetes API, with occasional bookmarks.
  ///
  /// Source: "Kubernetes API Concepts", Efficient detection of changes.
  private mutating func watch(_ step: ListStep, _ kind: String, to queue: inout ValueQueue) {
    func append(_ type: String, _ object: [UInt8]) {
      queue.append("{\"type\":\"\(type)\",\"object\":")
      queue.append(object)
      queue.endValue("}")
    }
    for change in step.changes {
      switch change {
      case .came(let row): append("ADDED", row.json)
      case .changed(let row): append("MODIFIED", row.json)
      case .went(let row): append("DELETED", row.json)
      }
    }
    for stray in step.strays { append("ADDED", stray) }
    changesSinceBookmark += step.changes.count
    if changesSinceBookmark >= 60 {
      changesSinceBookmark = 0
      let metadata = "{\"resourceVersion\":\"\(step.version)\",\"creationTimestamp\":null}"
      let bookmark = "{\"kind\":\"\(kind)\",\"apiVersion\":\"v1\",\"metadata\":\(metadata)}"
      append("BOOKMARK", Array(bookmark.utf8))
    }
  }
}
