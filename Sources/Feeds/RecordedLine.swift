extension FeedItem {
  /// The item in listview's own form, as one line with its newline, so that it plays again.
  ///
  /// A snapshot is `{"at": T, "rows": […]}`, a row that arrives or changes
  /// `{"at": T, "op": "upsert", "row": …}`, one that leaves `{"at": T, "op": "delete", "id": …}`.
  /// Rows are written as they arrived, but for newlines between their tokens, which become spaces.
  ///
  /// - Parameter time: When it arrived.
  /// - Returns: UTF-8 as far as the feed was; one line.
  /// - Complexity: O(*n*) in the length of the text.
  public func recordedLine(at time: FeedTime) -> [UInt8] {
    var line = Array("{\"at\":\(time.recorded),".utf8)
    switch self {
    case .snapshot(let snapshot):
      line += Array("\"rows\":[".utf8)
      for (offset, row) in snapshot.rows.enumerated() {
        if offset > 0 { line.append(UInt8(ascii: ",")) }
        line.append(oneLine: row.value)
      }
      line += Array("]}\n".utf8)
    case .upsert(let row, _):
      line += Array("\"op\":\"upsert\",\"row\":".utf8)
      line.append(oneLine: row.value)
      line += Array("}\n".utf8)
    case .delete(let id, _):
      line += Array("\"op\":\"delete\",\"id\":".utf8)
      line.append(oneLine: JSONValue(id.key))
      line += Array("}\n".utf8)
    }
    return line
  }
}

extension FeedTime {
  /// Seconds with a fraction of six digits, as JSON writes numbers.
  fileprivate var recorded: String {
    let seconds = seconds
    let microseconds = (nanoseconds - Int64(seconds) * 1_000_000_000) / 1_000
    return "\(seconds)." + String(1_000_000 + microseconds).dropFirst()
  }
}

extension [UInt8] {
  /// Appends a value whose newlines, which no string of it can hold, become spaces.
  fileprivate mutating func append(oneLine value: JSONValue) {
    value.text.withBytes { bytes in
      append(contentsOf: bytes.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }
  }
}
