import Columns
package import FeedIdentity
import FeedStore
package import FeedValues
internal import ListDiffing
internal import TerminalCore
package import Values

/// A change of a row from one list to the next.
///
/// Offsets count from 0: those of deletions and the sources of moves refer to the list before, all others to
/// the list after. Rows of a feed of single events have none.
package enum RowChange: Sendable {
  /// A row was deleted.
  case deletion(Row, offset: Int?)
  /// A row moved.
  case move(Row, from: Int, to: Int)
  /// A row was inserted.
  case insertion(Row, offset: Int?)
  /// The given fields of a row changed.
  case update(old: Row, new: Row, fields: [ChangedField])

  /// The smallest set of changes from one list to another.
  ///
  /// - Parameters:
  ///   - before: The rows before, with unique identities.
  ///   - after: The rows after, with unique identities.
  ///   - clocks: The fields whose progress does not count as a change.
  /// - Returns: Deletions, then moves, insertions and updates, each by offset.
  /// - Complexity: O(*n* log *n*), or O(*n*) if no row moved.
  package static func changes(
    from before: [Row],
    to after: [Row],
    clocks: VolatileFields = VolatileFields()
  ) -> [RowChange] {
    let difference = Difference(
      from: before,
      to: after,
      identity: { $0.id },
      isContentEqual: clocks.isContentEqual
    )
    return difference.deletions.map { .deletion(before[$0], offset: $0) }
      + difference.moves.map { .move(after[$0.target], from: $0.source, to: $0.target) }
      + difference.insertions.map { .insertion(after[$0], offset: $0) }
      + difference.updates.map { .update(from: before[$0.old], to: after[$0.new], clocks) }
  }

  /// The change of a row that was updated in place.
  package static func update(from old: Row, to new: Row, _ clocks: VolatileFields) -> RowChange {
    let fields = clocks.changes(from: old, to: new).sorted {
      $0.path.names.lexicographicallyPrecedes($1.path.names)
    }
    return .update(old: old, new: new, fields: fields)
  }

  /// A description of an update, field by field: `status: pending → failed, amount: 4 → 5`, without control
  /// characters; empty for other changes.
  package var words: String {
    segments.map(\.text).joined()
  }

  /// The description as styled segments.
  var segments: [Segment] {
    guard case .update(_, _, let fields) = self else { return [] }
    func text(_ value: JSONValue?) -> String {
      guard let value else { return Text.none }
      return DisplayWidth.cut(value.string, to: ChangeLog.valueWidth)
    }
    return fields.enumerated().flatMap { offset, field in
      let path = field.path
      let name = DisplayWidth.cut(path.description, to: ChangeLog.summaryWidth)
      return [
        Segment(text: offset == 0 ? "" : ", ", role: .dim),
        Segment(text: path.names.isEmpty ? "" : name + ": ", role: .dim),
        Segment(text: text(field.old), role: .deleted), Segment(text: " → ", role: .dim),
        Segment(text: text(field.new), role: .inserted),
      ]
    }
  }

  /// The row; after the change unless it was deleted.
  package var row: Row {
    switch self {
    case .deletion(let row, _), .move(let row, _, _), .insertion(let row, _): row
    case .update(_, let new, _): new
    }
  }
}

extension RowChange {
  /// The words for changes.
  package enum Text {
    package static let inserted = "inserted"
    package static let deleted = "deleted"
    package static let none = "none"
    package static func moved(from source: Int, to target: Int) -> String {
      "from \(source) to \(target)"
    }
  }
}

/// An item of a feed, whose changes belong together.
package struct ChangeStep: Hashable, Sendable {
  /// The number of the item, from 1.
  package let number: Int
  /// When the item happened or arrived.
  package let time: FeedTime
}

extension RowChange {
  /// The change as one JSON object on one line, for programs.
  ///
  /// It starts with `step` and `at` if the change belongs to a feed: the number of the item that caused it,
  /// and when that happened or arrived, in seconds since 1970. All changes of a step belong together, like a
  /// batch update: offsets of deletions and `from` are positions in the list before the step, offsets of
  /// insertions and `to` are positions in the list after it.
  ///
  /// `id` is the key as written in the feed, so that `1` and `"1"` differ; it is null for a row without one.
  /// `nth` distinguishes rows with the same key: 2 for the second, or the number of the arrival if `id` is
  /// null.
  ///
  /// | `op` | with |
  /// |---|---|
  /// | `"delete"`, `"insert"` | `id`, `row`, and `offset` if there is one |
  /// | `"move"` | `id`, `from`, `to` |
  /// | `"update"` | `id`, `row`, and `changes`: for each field `path`, `old` and `new`, either omitted if there is none |
  ///
  /// Values are written as in the feed, so that numbers keep their digits; in strings, only characters that
  /// could disturb a terminal are escaped.
  ///
  /// - Parameter step: The item that caused the change; nil when two lists are compared.
  /// - Returns: The line, without a newline.
  package func json(of step: ChangeStep? = nil) -> String {
    let start = "{" + (step?.members ?? "")
    let id = row.id.members
    switch self {
    case .deletion(let row, let offset):
      return
        "\(start)\"op\":\"delete\",\(id)\(Self.member("offset", offset)),\"row\":\(row.value.json)}"
    case .insertion(let row, let offset):
      return
        "\(start)\"op\":\"insert\",\(id)\(Self.member("offset", offset)),\"row\":\(row.value.json)}"
    case .move(_, let source, let target):
      return "\(start)\"op\":\"move\",\(id),\"from\":\(source),\"to\":\(target)}"
    case .update(_, let new, let fields):
      let changes = fields.map { field in
        let before = field.old.map { ",\"old\":\($0.json)" } ?? ""
        let after = field.new.map { ",\"new\":\($0.json)" } ?? ""
        return "{\"path\":\(jsonString(field.path.description))\(before)\(after)}"
      }
      let list = changes.joined(separator: ",")
      return "\(start)\"op\":\"update\",\(id),\"changes\":[\(list)],\"row\":\(new.value.json)}"
    }
  }

  private static func member(_ name: String, _ number: Int?) -> String {
    number.map { ",\"\(name)\":\($0)" } ?? ""
  }
}

/// A row that stays, and has another identity from now on.
struct RenamedRow: Hashable, Sendable {
  /// Its new identity.
  let id: RowID
  /// Its position in the list before the step.
  let offset: Int

  /// The line for programs; see ``RowChange/json(of:)``.
  func json(of step: ChangeStep) -> String {
    "{\(step.members)\"op\":\"identity\",\(id.members),\"offset\":\(offset)}"
  }
}

extension ChangeStep {
  fileprivate var members: String { "\"step\":\(number),\"at\":\(time.secondsText)," }
}

extension RowID {
  /// The identity as members of a JSON object: `"id":"a"`, `"id":7,"nth":2`, `"id":null,"nth":5`.
  fileprivate var members: String {
    guard key.count > 0 else { return "\"id\":null,\"nth\":\(occurrence)" }
    return "\"id\":\(JSONValue(key: self).json)"
      + (occurrence > 0 ? ",\"nth\":\(occurrence + 1)" : "")
  }
}

extension JSONValue {
  /// The value on one line as written in the feed; invalid UTF-8 is replaced, and characters that could
  /// disturb a terminal are escaped.
  package var json: String {
    let isPlain = text.withBytes { $0.allSatisfy { 0x20..<0x7F ~= $0 } }
    let written = text.withBytes { String(decoding: $0, as: UTF8.self) }
    return isPlain ? written : written.escapingControls(isBetweenTokens: true)
  }
}

/// A text as a JSON string.
func jsonString(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
    result.unicodeScalars.append(scalar)
  }
  return result.escapingControls(isBetweenTokens: false) + "\""
}

extension String {
  /// The text with control characters and bidirectional controls as JSON escapes, which are valid only inside
  /// strings.
  fileprivate func escapingControls(isBetweenTokens: Bool) -> String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D:
        // White space between tokens: strings cannot contain it unescaped.
        result += isBetweenTokens ? " " : "\\u000" + String(scalar.value, radix: 16)
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
