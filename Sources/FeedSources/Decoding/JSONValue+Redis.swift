import FeedValues
internal import Values

/// Entries of Redis streams, as `redis-cli --json` prints them: an entry is an array of its identifier
/// and an array of alternating names and values, `["1700-0",["state","paid","amount","1250"]]`.
///
/// Source: redis.io, "XREAD" and "XRANGE"; redis-cli 7 writes the same for both versions of the
/// protocol.
extension JSONValue {
  /// The rows of a reply to XRANGE or XREVRANGE, an array of entries; nil for anything else.
  var redisEntries: [TimedValue]? {
    // The first bytes exclude most arrays.
    guard text.withBytes({ $0.starts(with: "[[\"".utf8) }) else { return nil }
    return redisRows(of: self, stream: nil)
  }

  /// The rows of a reply to XREAD or XREADGROUP, an object of arrays of entries by stream; nil for
  /// anything else.
  var redisReply: [TimedValue]? {
    // The last bytes exclude most objects.
    guard text.withBytes({ $0.suffix(4).elementsEqual("]]]}".utf8) }) else { return nil }
    var rows: [TimedValue] = []
    var isReply = true
    forEachMember { name, value in
      guard let entries = redisRows(of: value, stream: name) else {
        isReply = false
        return false
      }
      rows += entries
      return true
    }
    return isReply ? rows : nil
  }

  /// The rows in some entries; nil if they are not entries, or if the name of the stream would make the rows too long
  /// (``RowBudget``).
  private func redisRows(of entries: JSONValue, stream: String?) -> [TimedValue]? {
    guard entries.kind == .array else { return nil }
    var rows: [TimedValue] = []
    var budget = RowBudget(of: entries)
    for entry in entries.elements {
      guard let row = entry.redisRow(stream: stream), budget.take(row.value.text.count) else {
        return nil
      }
      rows.append(row)
    }
    return rows.isEmpty ? nil : rows
  }

  /// An entry as `{"id": …, "stream": …, "fields": {…}}`; nil if it is not one.
  ///
  /// Redis stores strings only: a string that is a number or JSON is converted to it.
  private func redisRow(stream: String?) -> TimedValue? {
    let parts = kind == .array ? elements : []
    guard parts.count == 2, let time = parts[0].redisTime, parts[1].kind == .array else {
      return nil
    }
    let fields = parts[1].elements
    guard fields.count.isMultiple(of: 2), fields.allSatisfy({ $0.kind == .string }) else {
      return nil
    }
    var row = Array("{\"id\":".utf8)
    row.append(parts[0])
    if let stream {
      row += ",\"stream\":".utf8
      row.appendJSONString(stream.utf8)
    }
    row += ",\"fields\":{".utf8
    for offset in stride(from: 0, to: fields.count, by: 2) {
      if offset > 0 { row.append(UInt8(ascii: ",")) }
      row.append(fields[offset])
      row.append(UInt8(ascii: ":"))
      row.append(fields[offset + 1].unwrappedScalar)
    }
    row += "}}".utf8
    return JSONValue.made(row).map { TimedValue(value: $0, time: time) }
  }

  /// The time in an identifier, a string of milliseconds, a dash and a counter; nil for anything else.
  private var redisTime: FeedTime? {
    guard kind == .string else { return nil }
    let parts = string.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = UInt64(parts[0]), UInt64(parts[1]) != nil else { return nil }
    // Identifiers that programs assign themselves are short, or beyond the range of times.
    return FeedTime(exactly: Int128(time) * 1_000_000) ?? .latest
  }

  /// The number, object or array that a string contains as JSON; else the value unchanged.
  private var unwrappedScalar: JSONValue {
    guard kind == .string else { return self }
    let isNumber = text.withBytes { bytes in
      isJSONNumber(UnsafeBufferPointer(rebasing: bytes.dropFirst().dropLast()))
    }
    guard isNumber else { return unwrapped }
    return JSONValue(text.part(1..<text.count - 1))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ value: JSONValue) {
    value.text.withBytes { append(contentsOf: $0) }
  }
}
