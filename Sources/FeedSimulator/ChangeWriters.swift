/// One row per line; only deletions use listview's own form.
struct EventWriter: EncodingWriter {
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    for change in step.changes {
      switch change {
      case .came(let row), .changed(let row):
        queue.append(row.json)
        queue.endValue()
      case .went(let row):
        queue.appendDeletion(of: row, at: time)
      }
    }
    for stray in step.strays {
      queue.append(stray)
      queue.endValue()
    }
  }
}

/// One change per line, in listview's own form.
struct OperationWriter: EncodingWriter {
  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    let opening = Array("{\"at\":\(time.decimalSeconds),\"op\":\"upsert\",\"row\":".utf8)
    for change in step.changes {
      switch change {
      case .came(let row), .changed(let row):
        queue.append(opening)
        queue.append(row.json)
        queue.endValue("}")
      case .went(let row):
        queue.appendDeletion(of: row, at: time)
      }
    }
    for stray in step.strays {
      queue.append(opening)
      queue.append(stray)
      queue.endValue("}")
    }
  }
}

extension ValueQueue {
  /// Appends the deletion of a row, in listview's own form.
  fileprivate mutating func appendDeletion(of row: SimulatedRow, at time: SimulatedTime) {
    append("{\"at\":\(time.decimalSeconds),\"op\":\"delete\",\"id\":\(row.key)")
    endValue("}")
  }
}

/// One change per line, as a watch of the Kubernetes API, with occasional bookmarks.
///
/// Source: "Kubernetes API Concepts", Efficient detection of changes.
struct KubernetesWatchWriter: EncodingWriter {
  let kind: String
  private var changesSinceBookmark = 0

  init(kind: String) {
    self.kind = kind
  }

  mutating func write(
    _ step: ListStep,
    of rows: SimulatedRows,
    at time: SimulatedTime,
    to queue: inout ValueQueue
  ) {
    for change in step.changes {
      switch change {
      case .came(let row): write("ADDED", row.json, to: &queue)
      case .changed(let row): write("MODIFIED", row.json, to: &queue)
      case .went(let row): write("DELETED", row.json, to: &queue)
      }
    }
    for stray in step.strays { write("ADDED", stray, to: &queue) }
    changesSinceBookmark += step.changes.count
    if changesSinceBookmark >= 60 {
      changesSinceBookmark = 0
      let metadata = "{\"resourceVersion\":\"\(step.version)\",\"creationTimestamp\":null}"
      let bookmark = "{\"kind\":\"\(kind)\",\"apiVersion\":\"v1\",\"metadata\":\(metadata)}"
      write("BOOKMARK", Array(bookmark.utf8), to: &queue)
    }
  }

  private func write(_ type: String, _ object: [UInt8], to queue: inout ValueQueue) {
    queue.append("{\"type\":\"\(type)\",\"object\":")
    queue.append(object)
    queue.endValue("}")
  }
}
