/// A row of a feed: its identity and its value.
///
/// A list may have millions of rows, so a row is 32 bytes with one counted reference: its key is in the
/// store of its value.
package struct Row: Identifiable, Sendable {
  private let store: ByteStore
  private let start: UInt32
  private let end: UInt32
  private let keyStart: UInt32
  private let keyEnd: UInt32
  private let occurrence: Int

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - id: The identity of the row. A key that is stored elsewhere is copied next to the value.
  ///   - value: The value of the row.
  package init(id: RowID, value: JSONValue) {
    let (key, text) =
      id.key.store === value.text.store || id.key.count == 0
      ? (id.key, value.text) : ByteSlice.together(id.key, value.text)
    self.init(value: JSONValue(text), key: key.count == 0 ? 0..<0 : key.range, id.occurrence)
  }

  /// Creates a row whose key is a range of its value's store.
  @inline(__always)
  package init(value: JSONValue, key: Range<Int>, _ occurrence: Int = 0) {
    store = value.text.store
    start = value.text.start
    end = value.text.end
    keyStart = UInt32(truncatingIfNeeded: key.lowerBound)
    keyEnd = UInt32(truncatingIfNeeded: key.upperBound)
    self.occurrence = occurrence
  }

  /// The identity of the row.
  package var id: RowID {
    RowID(key: ByteSlice(store, from: keyStart, to: keyEnd), occurrence: occurrence)
  }

  /// The value of the row, an object or a scalar.
  package var value: JSONValue { JSONValue(ByteSlice(store, from: start, to: end)) }

  /// The number of bytes of its text.
  package var textCount: Int { Int(end - start) }

  /// Whether its text starts with some bytes.
  package func hasText(startingWith head: [UInt8]) -> Bool {
    value.text.withBytes { $0.starts(with: head) }
  }

  /// Whether the row keeps more memory alive than it uses.
  package var sharesText: Bool { store.count > 2 * textCount + 64 }

  /// Whether two rows have the same identity.
  package func hasSameID(as other: Row) -> Bool {
    guard occurrence == other.occurrence, keyEnd - keyStart == other.keyEnd - other.keyStart else {
      return false
    }
    if store === other.store, keyStart == other.keyStart { return true }
    return withKey { key in other.withKey { key.hasSameWords(as: $0) } }
  }

  /// Whether the row has an identity.
  package func has(_ id: RowID) -> Bool {
    occurrence == id.occurrence
      && withKey { key in id.key.withBytes { key.hasSameWords(as: $0) } }
  }

  /// Calls the closure with the bytes of the key, without counting a reference.
  @inline(__always)
  private func withKey<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    store.withBytes { body(UnsafeBufferPointer(rebasing: $0[Int(keyStart)..<Int(keyEnd)])) }
  }

  /// A hash of the identity for tables that live no longer than the process; see ``TextHash``.
  package var idHash: UInt64 { withKey { TextHash.hash($0, occurrence) } }

  /// Whether both rows are the same text in memory, which is checked in O(1); equal rows may have
  /// separate texts.
  package func isSameText(as other: Row) -> Bool {
    store === other.store && start == other.start && end == other.end
      && keyStart == other.keyStart && occurrence == other.occurrence
  }

  /// The row with its own copy of the text, so that it does not keep its chunk alive.
  package func compacted() -> Row {
    let store = withKey { key in
      value.text.withBytes { text in
        // A key inside the text need not be copied.
        let key = UnsafeBufferPointer(rebasing: key.prefix(isKeyInside ? 0 : key.count))
        return ByteStore(copying: text, key, looks: looks(movedTo: 0))
      }
    }
    return moved(into: store, at: 0)
  }

  /// The styles of the row's texts, for a row that is moved to another offset.
  package func looks(movedTo offset: Int) -> [TextLook] {
    store.looks(in: Int(start)..<Int(end), movedTo: offset)
  }

  /// The same row with a new text in which its own begins at an offset.
  func moved(into text: [UInt8], by offset: Int) -> Row {
    let isInside = isKeyInside
    let key = Int(keyEnd - keyStart)
    let bytes = isInside ? text : text + id.key.withBytes { Array($0) }
    let store = ByteStore(bytes, looks: looks(movedTo: offset))
    let keyOffset = isInside ? Int(keyStart) - Int(start) + offset : text.count
    return Row(
      value: JSONValue(ByteSlice(store, 0..<text.count)),
      key: key == 0 ? 0..<0 : keyOffset..<keyOffset + key,
      occurrence
    )
  }

  /// Whether the key is part of the value's text.
  private var isKeyInside: Bool {
    keyStart == keyEnd || keyStart >= start && keyEnd <= end
  }

  /// Appends the text, and the key if it is stored elsewhere.
  package func append(to bytes: inout [UInt8]) {
    value.text.withBytes { bytes.append(contentsOf: $0) }
    if !isKeyInside { id.key.withBytes { bytes.append(contentsOf: $0) } }
  }

  /// The same row in a store to which it was appended.
  package func moved(into store: ByteStore, at offset: Int) -> Row {
    let count = Int(keyEnd - keyStart)
    let distance = isKeyInside && count > 0 ? Int(keyStart - start) : textCount
    return Row(
      value: JSONValue(ByteSlice(store, offset..<offset + textCount)),
      key: count == 0 ? 0..<0 : offset + distance..<offset + distance + count,
      occurrence
    )
  }
}

extension Row: Equatable {
  /// Whether two rows have the same identity and the same content, however it is spelled.
  ///
  /// - Complexity: that of ``JSONValue/hasSameContent(as:)``.
  package static func == (left: Row, right: Row) -> Bool {
    left.id == right.id && left.value.hasSameContent(as: right.value)
  }
}

/// The identity of a row: the text of its key, and its number among the rows with that key.
///
/// Rows without a key, such as log lines, all have the empty one and are numbered.
package struct RowID: Hashable, Sendable {
  /// The text of the key, a JSON value: as written in the feed, except for unnecessary escapes; of
  /// several fields, a string of them joined by `/`.
  package let key: ByteSlice
  /// 0 for the first row with that key in a list, 1 for the second, and so on; the arrival number for
  /// a row without a key; -1 for such a row of one of several sources, whose key contains its number.
  package let occurrence: Int

  /// Creates an identity.
  package init(key: ByteSlice, occurrence: Int = 0) {
    self.key = key
    self.occurrence = occurrence
  }
}

extension RowID {
  /// A hash for tables that live no longer than the process; see ``TextHash``.
  package var textHash: UInt64 { key.withBytes { TextHash.hash($0, occurrence) } }

  /// The same of the key alone, whichever row with the key it is.
  package var keyHash: UInt64 { key.withBytes { TextHash.hash($0, 0) } }

  /// Whether the row has no key and is identified by its arrival number.
  package var isByArrival: Bool { key.count == 0 }

  /// Whether the row has a key, rather than a number of its arrival, be it in one of several sources.
  package var hasKey: Bool { key.count > 0 && occurrence >= 0 }
}

extension JSONValue {
  /// Creates a value from a row's key.
  ///
  /// - Precondition: The identity has a key.
  package init(key id: RowID) {
    precondition(id.key.count > 0, "the identity has no key")
    self.init(id.key)
  }
}

extension RowID {
  /// The identities that are described by a text.
  ///
  /// A key with characters that JSON has to escape is found if it is written with the shortest escapes.
  package static func described(by text: String) -> [RowID] {
    var string: [UInt8] = []
    string.appendJSONString(Array(text.utf8))
    var result = [RowID(key: ByteSlice(copying: text.utf8))]
    // Rows without a key that come from one of several sources have -1.
    for occurrence in [0, -1] {
      result.append(RowID(key: ByteSlice(copying: string), occurrence: occurrence))
    }
    if let number = Int(text) {
      result.append(RowID(key: ByteSlice(copying: []), occurrence: number))
    }
    guard let mark = text.lastIndex(of: "#"), let number = Int(text[text.index(after: mark)...]),
      number > 1
    else { return result }
    return result
      + described(by: String(text[..<mark])).filter { $0.occurrence == 0 }
      .map { RowID(key: $0.key, occurrence: number - 1) }
  }
}

extension RowID: CustomStringConvertible {
  /// The key as displayed, with the number of the occurrence from the second on.
  package var description: String {
    guard key.count > 0 else { return "\(occurrence)" }
    let text = JSONValue(key).string
    return occurrence < 1 ? text : "\(text)#\(occurrence + 1)"
  }
}
