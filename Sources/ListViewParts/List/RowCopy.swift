package import Columns
package import FeedValues
internal import TerminalCore

/// The text to copy for some rows.
package struct RowCopy: Sendable {
  private let rows: [Row]
  /// Whether the rows are the marked ones.
  private let areMarked: Bool
  private let columns: [Column]
  /// The names of the fields that the rows do not have by themselves, which are in front of the others.
  private let derived: Set<String>

  /// - Precondition: `rows` is not empty.
  package init(
    rows: [Row],
    areMarked: Bool,
    columns: [Column] = [],
    derived: Set<String> = []
  ) {
    (self.rows, self.areMarked) = (rows, areMarked)
    (self.columns, self.derived) = (columns, derived)
  }

  /// A request to copy what identifies the rows, one per line: what people call them or their keys, or what they say
  /// if they have none.
  package var keys: Request {
    let keys = rows.map { row in
      row.id.hasKey ? columns.label(of: row) ?? "\(RowID(key: row.id.key))" : row.words
    }
    let several =
      rows[0].id.hasKey ? Text.keys(of: rows.count) : Text.lines(of: rows.count)
    let name = areMarked ? several : keys[0]
    return .copy(Array(keys.joined(separator: "\n").utf8), name: name)
  }

  /// A request to copy the JSON, one row per line, exactly as in the feed.
  package var json: Request {
    let texts = rows.map { row in
      row.removing(membersInFront: derived).value.text.withBytes(Array.init)
    }
    let bytes = Array(texts.joined(separator: [UInt8(ascii: "\n")]))
    let id = rows[0].id
    let name = areMarked ? Text.json(of: nil, rows.count) : Text.json(of: id, 1)
    return .copy(bytes, name: !id.hasKey && !areMarked ? Text.jsonOfRow : name)
  }

  /// The names of the copied text in messages.
  package enum Text {
    package static func keys(of count: Int) -> String {
      "the keys of \(plural(count, "row"))"
    }
    package static func lines(of count: Int) -> String { plural(count, "row") }
    package static let jsonOfRow = "the JSON of the row"
    package static func json(of id: RowID?, _ count: Int) -> String {
      "the JSON of \(id.map { "\($0)" } ?? plural(count, "row"))"
    }
    package static func copied(_ name: String, _ count: Int) -> String {
      "copied \(DisplayWidth.cut(name, to: 40)), \(plural(count, "byte"))"
    }
    package static func tooLong(_ name: String, _ count: Int) -> String {
      "not copied: \(name) has \(plural(count, "byte")), and terminals take "
        + "\(grouped(Clipboard.maximumCount)) at most"
    }
  }
}

extension Row {
  /// The line that the row was made of; other objects as their JSON.
  package var lineText: String { value.kind == .object ? line ?? value.json : value.string }

  /// The line that the row was made of, or its values.
  package var words: String {
    guard value.kind == .object else { return value.string }
    if let line { return line }
    var values: [String] = []
    value.forEachMember { name, member in
      let value = member.string
      // A pair that is a part of the message is a field as well.
      if !values.contains(where: { $0.contains("\(name)=\(value)") }) { values.append(value) }
      return true
    }
    return values.joined(separator: " ")
  }
}
