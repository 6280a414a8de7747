package import Feeds
internal import TerminalCore

/// The text to copy for some rows.
package struct RowCopy: Sendable {
  private let rows: [Row]
  /// Whether the rows are the marked ones.
  private let areMarked: Bool

  /// - Precondition: `rows` is not empty.
  package init(rows: [Row], areMarked: Bool) { (self.rows, self.areMarked) = (rows, areMarked) }

  /// A request to copy the keys, one per line.
  package var keys: Request {
    let keys = rows.map { RowID(key: $0.id.key).description }
    let name = areMarked ? Text.keys(of: rows.count) : keys[0]
    return .copy(Array(keys.joined(separator: "\n").utf8), name: name)
  }

  /// A request to copy the JSON, one row per line, exactly as in the feed.
  package var json: Request {
    let texts = rows.map { $0.value.text.withBytes(Array.init) }
    let bytes = Array(texts.joined(separator: [UInt8(ascii: "\n")]))
    return .copy(bytes, name: Text.json(of: areMarked ? nil : rows[0].id, rows.count))
  }

  /// The names of the copied text in messages.
  package enum Text {
    package static func keys(of count: Int) -> String {
      "the keys of \(plural(count, "marked row"))"
    }
    package static func json(of id: RowID?, _ count: Int) -> String {
      "the JSON of \(id.map { "\($0)" } ?? plural(count, "marked row"))"
    }
    package static func copied(_ name: String, _ count: Int) -> String {
      "copied \(DisplayWidth.cut(name, to: 60)), \(plural(count, "byte"))"
    }
    package static func tooLong(_ name: String, _ count: Int) -> String {
      "not copied: \(name) has \(plural(count, "byte")), and terminals take "
        + "\(grouped(Clipboard.maximumCount)) at most"
    }
  }
}
