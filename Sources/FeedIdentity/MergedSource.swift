package import FeedValues

/// One of several merged sources: converts its rows and identities to those of the merged list, and back.
package struct MergedSource: Hashable, Sendable {
  /// The names of the member that says which source a row is of: the first one that no row has.
  package static let fields = ["source", "feed", "listview_source"]

  /// The name in the rows.
  let name: String
  /// The text with which the keys of its rows begin.
  private let prefix: [UInt8]

  package init(name: String) {
    self.name = name
    var text: [UInt8] = []
    text.appendJSONString("\(name)/".utf8)
    prefix = text.dropLast()
  }

  /// The beginning of each row of the source in the merged list, a member with the source's name.
  package func head(_ field: String) -> [UInt8] {
    var text = Array("{\"\(field)\":".utf8)
    text.appendJSONString(name.utf8)
    return text
  }

  /// The identity in the merged list of a row of the source.
  package func id(_ id: RowID) -> RowID {
    var key = prefix
    guard id.key.count > 0 else {
      // A row that is identified by its arrival number in its own feed; no row with a key is a negative
      // occurrence of it.
      key += Array("#\(id.occurrence)\"".utf8)
      return RowID(key: ByteSlice(copying: key), occurrence: -1)
    }
    id.key.withBytes { text in
      if text.first == UInt8(ascii: "\""), text.count > 1 {
        key.append(contentsOf: text[1...])
      } else {
        var string: [UInt8] = []
        string.appendJSONString(text)
        key.append(contentsOf: string.dropFirst())
      }
    }
    return RowID(key: ByteSlice(copying: key), occurrence: id.occurrence)
  }

  /// The identities in the merged list of rows of the source, all different.
  package func ids(of rows: [Row]) -> [RowID] {
    var taken: Set<RowID> = []
    // For each key with an occurrence that was taken, up to which occurrence all that follow it are.
    var last: [ByteSlice: Int] = [:]
    return rows.map { row in
      var id = id(row.id)
      // Two keys that differ only in kind, such as 1 and "1", are equal here: both rows are kept.
      if !taken.insert(id).inserted {
        var occurrence = max(last[id.key] ?? id.occurrence, id.occurrence)
        repeat {
          occurrence += 1
          id = RowID(key: id.key, occurrence: occurrence)
        } while !taken.insert(id).inserted
        last[id.key] = occurrence
      }
      return id
    }
  }

  /// The row of the merged list for a row of the source.
  ///
  /// - Parameters:
  ///   - row: The row of the source.
  ///   - id: Its identity in the merged list.
  ///   - field: The member that names the source.
  /// - Returns: The row of the merged list.
  package func row(_ row: Row, _ id: RowID, field: String) -> Row {
    var text = head(field)
    var looks: [TextLook] = []
    row.value.text.withBytes { value in
      if row.value.kind == .object {
        let rest = value.dropFirst()
        if rest.first(where: { !$0.isJSONSpace }) != UInt8(ascii: "}") {
          text.append(UInt8(ascii: ","))
        }
        looks = row.looks(movedTo: text.count - 1)
        text.append(contentsOf: rest)
      } else {
        text.append(contentsOf: Self.valueName)
        looks = row.looks(movedTo: text.count)
        text.append(contentsOf: value)
        text.append(UInt8(ascii: "}"))
      }
    }
    let store = ByteStore(text, looks: looks)
    return Row(id: id, value: JSONValue(ByteSlice(store, 0..<text.count)))
  }

  /// The value that a row of the merged list had in the source.
  ///
  /// An object whose only member is a `value` that is not an object is taken for that value.
  package func value(of row: Row, field: String) -> JSONValue {
    row.value.text.withBytes { bytes in
      let rest = bytes.dropFirst(head(field).count)
      if rest.starts(with: Self.valueName) {
        var cursor = JSONCursor(bytes, at: rest.startIndex + Self.valueName.count)
        let value = cursor.skipValue()
        // A value that is an object was not wrapped.
        if value.upperBound == bytes.count - 1, bytes[value.lowerBound] != UInt8(ascii: "{") {
          return row.value.at(value)
        }
      }
      let members = rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
      return JSONValue(ByteSlice(copying: [UInt8(ascii: "{")] + members))
    }
  }

  /// The text between that and a row that is not an object.
  private static let valueName = Array(",\"value\":".utf8)
}
