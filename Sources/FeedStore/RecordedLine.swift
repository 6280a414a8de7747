package import FeedIdentity
package import FeedValues
package import Values

extension FeedItem {
  /// Gives the item in listview's recording format, as one line with its newline; a long snapshot as several.
  ///
  /// A snapshot is `{"at": T, "key": K, "rows": […]}`; of a long one, `{"at": T, "op": "part", "rows": […]}` are the
  /// first rows, and `"parts": N` in the last line says how many such lines belong to it. An inserted or updated row `{"at": T, "key": K,
  /// "op": "upsert", "row": …}`, with the operation `append` if it is inserted at the end, or `insert` and `"before": …` in front of another one, a deleted one `{"at": T, "op": "delete", "id": …}`. K says how rows are
  /// identified: an array of paths, or `"arrival"`, `"content"` or `"position"`. Rows without identities
  /// of their own get them in another member: `"ids": […]` for a snapshot, `"id": …` for one row. Rows are
  /// written as they arrived, except that newlines between their tokens become spaces.
  ///
  /// - Parameters:
  ///   - time: When it arrived.
  ///   - key: The rule that identifies the rows; nil if unknown.
  ///   - partLength: The number of bytes of rows, and of their identities, from which a snapshot is in parts.
  ///   - body: Receives each line; UTF-8 if the feed was.
  /// - Throws: The error of the closure.
  /// - Complexity: O(*n*) in the length of the text.
  package func recordedLines<Failure: Error>(
    at time: FeedTime,
    key: KeyRule? = nil,
    partLength: Int = 32 << 20,
    _ body: (_ line: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let start = Array("{\"at\":\(time.secondsText),".utf8)
    var line = start
    switch self {
    case .snapshot(let snapshot):
      let isNumbered = !snapshot.rows.isEmpty && snapshot.rows.allSatisfy(\.id.isByArrival)
      let key = isNumbered ? .arrival : key
      let hasIDs = !snapshot.rows.allSatisfy { $0.isIdentified(by: key) }
      var rest = snapshot.rows[...]
      var parts = 0
      while true {
        let rows = rest.part(partLength, withIDs: hasIDs)
        rest = rest.dropFirst(rows.count)
        line = start
        if !rest.isEmpty {
          line += Array("\"op\":\"part\",".utf8)
        } else {
          if let key { line.append(key) }
          if parts > 0 { line += Array("\"parts\":\(parts),".utf8) }
        }
        if hasIDs {
          line.append(name: "ids")
          line.append(list: rows.map(\.id.recorded))
          line.append(UInt8(ascii: ","))
        }
        line.append(name: "rows")
        line.append(list: rows.map(\.value))
        guard !rest.isEmpty else { break }
        try body(line + Array("}\n".utf8))
        parts += 1
      }
    case .upsert(let row, _), .append(let row, _), .insert(let row, _, _):
      // Rows that arrived before the key was known are still identified by arrival.
      let key = row.id.isByArrival ? .arrival : key
      if let key { line.append(key) }
      line += Array("\"op\":\"\(operation)\",".utf8)
      if case .insert(_, let next, _) = self {
        line.append(name: "before")
        line.append(oneLine: next.recorded)
        line.append(UInt8(ascii: ","))
      }
      if !row.isIdentified(by: key) {
        line.append(name: "id")
        line.append(oneLine: row.id.recorded)
        line.append(UInt8(ascii: ","))
      }
      line.append(name: "row")
      line.append(oneLine: row.value)
    case .delete(let id, _):
      line += Array("\"op\":\"delete\",".utf8)
      let key = id.recorded
      // A row that is identified by its content is recorded as its own key; of those without a key only the newest one
      // is ever deleted, which null stands for.
      line.append(name: key.isScalar ? "id" : "row")
      line.append(oneLine: key)
    }
    try body(line + Array("}\n".utf8))
  }

  private var operation: String {
    switch self {
    case .insert: "insert"
    case .append: "append"
    default: "upsert"
    }
  }
}

extension ArraySlice<Row> {
  /// The first rows, up to a number of bytes; at least one if there is one.
  fileprivate func part(_ length: Int, withIDs hasIDs: Bool) -> ArraySlice<Row> {
    var sum = 0
    let end = indices.first { index in
      sum += self[index].textCount + (hasIDs ? self[index].id.key.count : 0)
      return sum > length && index > startIndex
    }
    return self[..<(end ?? endIndex)]
  }
}

extension Row {
  /// Whether the rule gives the row its key again when the recording is played.
  fileprivate func isIdentified(by rule: KeyRule?) -> Bool {
    switch rule {
    case nil: false
    case .fields(let paths):
      (KeyRule.key(of: value, at: paths) ?? KeyRule.text(of: value)) == id.key
    case .content: KeyRule.text(of: value) == id.key
    // A single row has the same position in the recording.
    case .position: true
    // The numbers may differ then; no row has a number twice.
    case .arrival: id.isByArrival
    }
  }
}

extension RowID {
  /// The key in the form of a recording.
  fileprivate var recorded: JSONValue {
    JSONValue(isByArrival ? ByteSlice(copying: "null".utf8) : key)
  }
}

extension FeedTime {
  /// Seconds since 1970 with a fraction of six digits, as JSON writes numbers.
  package var secondsText: String {
    // The fraction is added to the second, before 1970 as well.
    let microseconds = nanoseconds / 1_000 - (nanoseconds % 1_000 < 0 ? 1 : 0)
    let digits = String(1_000_000 + microseconds.magnitude % 1_000_000).dropFirst()
    return "\(microseconds < 0 ? "-" : "")\(microseconds.magnitude / 1_000_000).\(digits)"
  }
}

extension [UInt8] {
  /// Appends a value with its newlines, which no string in it can contain, replaced by spaces.
  fileprivate mutating func append(oneLine value: JSONValue) {
    value.text.withBytes { bytes in
      append(contentsOf: bytes.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }
  }

  fileprivate mutating func append(list values: [JSONValue]) {
    append(UInt8(ascii: "["))
    for (offset, value) in values.enumerated() {
      if offset > 0 { append(UInt8(ascii: ",")) }
      append(oneLine: value)
    }
    append(UInt8(ascii: "]"))
  }

  fileprivate mutating func append(name: String) {
    self += Array("\"\(name)\":".utf8)
  }

  fileprivate mutating func append(_ key: KeyRule) {
    append(name: "key")
    switch key {
    case .content: self += Array("\"content\"".utf8)
    case .arrival: self += Array("\"arrival\"".utf8)
    case .position: self += Array("\"position\"".utf8)
    case .fields(let paths):
      append(UInt8(ascii: "["))
      for (offset, path) in paths.enumerated() {
        if offset > 0 { append(UInt8(ascii: ",")) }
        appendJSONString(path.description.utf8)
      }
      append(UInt8(ascii: "]"))
    }
    append(UInt8(ascii: ","))
  }
}

/// The identities of rows in a line of a recording, given by the members before the rows.
package struct RecordedIdentity {
  /// The rule that identifies rows from now on.
  package private(set) var rule: KeyRule?
  /// The keys of the rows of a snapshot, in their order, or of one row.
  package private(set) var keys: [ByteSlice]?
  /// The number of lines before this one that hold the first rows of its snapshot.
  package private(set) var parts = 0

  package init(_ line: JSONValue) {
    line.forEachMember { name, value in
      switch name {
      case "rows", "row":
        // All members about identity precede the rows, so the rest is not scanned.
        return false
      case "key": rule = Self.rule(value)
      case "ids" where value.kind == .array: keys = value.elements.map { KeyRule.text(of: $0) }
      case "parts": parts = Int(value.string) ?? 0
      case "id": keys = [KeyRule.text(of: value)]
      default: break
      }
      return true
    }
  }

  private static func rule(_ value: JSONValue) -> KeyRule? {
    switch value.kind {
    case .string where value.string == "arrival": return .arrival
    case .string where value.string == "content": return .content
    case .string where value.string == "position": return .position
    case .array:
      let paths = value.elements.map { FieldPath($0.string) }
      return paths.isEmpty || paths.contains { $0.names.isEmpty } ? nil : .fields(paths)
    default: return nil
    }
  }
}
