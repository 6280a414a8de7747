package import Columns
package import FeedValues

/// A change of a field from one value to another, such as `status: pending→failed`.
///
/// Each side is a text that a filter accepts after `=`: a value, several values separated by commas, or nothing,
/// which stands for any other value. An inserted row has no previous value, and a deleted row makes no
/// transition.
///
/// | Text | Matches a row that |
/// |---|---|
/// | `status: pending→failed` | was pending and has failed |
/// | `status: →failed` | has failed, whatever it was before, or is inserted as failed |
/// | `status: pending→` | is no longer pending |
/// | `status: pending->failed,canceled` | the same in ASCII, with either of two values |
package struct Transition: Hashable, Sendable {
  /// The transition as written.
  package let text: String
  private var before: Filter?
  private var after: Filter?

  /// Parses a transition; nil if the text does not have the form of a field, a colon and an arrow.
  ///
  /// - Parameter text: The transition.
  /// - Throws: `SettingError` if a side is not a value.
  package init?(_ text: String) throws(SettingError) {
    guard let colon = Self.colon(in: text) else { return nil }
    let field = text[..<colon].trimming
    let rest = text[text.index(after: colon)...]
    guard let arrow = rest.firstRange(of: "→") ?? rest.firstRange(of: "->"), !field.isEmpty else {
      return nil
    }
    let sides = [rest[..<arrow.lowerBound].trimming, rest[arrow.upperBound...].trimming]
    guard sides.contains(where: { !$0.isEmpty }) else { return nil }
    self.text = text
    before = try Self.filter(field, sides[0], in: text)
    after = try Self.filter(field, sides[1], in: text)
  }

  /// The end of the field's name: the first colon outside quotation marks; names with spaces are quoted.
  private static func colon(in text: String) -> String.Index? {
    var isQuoted = false
    for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case ":" where !isQuoted: return index
      case let other where !isQuoted && other.isWhitespace && !text[..<index].trimming.isEmpty:
        guard text[index...].trimming.first == ":" else { return nil }
      default: break
      }
    }
    return nil
  }

  private static func filter(
    _ field: Substring,
    _ values: Substring,
    in text: String
  ) throws(SettingError) -> Filter? {
    guard !values.isEmpty else { return nil }
    let start = text.distance(from: text.startIndex, to: values.startIndex)
    do throws(SettingError) {
      let filter = try Filter("\(field)=\(values)")
      // Text after a space would be another term, which the row matches whether or not the value changed.
      guard case .field = filter.root else {
        throw SettingError(FilterMistake.severalTerms, at: field.count + 1)
      }
      return filter
    } catch {
      let offset = max(0, error.offset - field.count - 1)
      throw SettingError(error.description, at: start + offset)
    }
  }

  /// Returns whether a row makes the transition.
  ///
  /// - Parameters:
  ///   - old: The row before; nil if it was inserted.
  ///   - new: The row after.
  /// - Returns: Whether the value changed accordingly; a row whose value stays on one side makes no transition.
  package func holds(from old: Row?, to new: Row) -> Bool {
    guard let old else { return before == nil && (after?.matches(new) ?? false) }
    guard let after else {
      return (before?.matches(old) ?? false) && !(before?.matches(new) ?? true)
    }
    return after.matches(new) && !after.matches(old) && (before?.matches(old) ?? true)
  }

  /// The fields that the transition names.
  package var fields: [FieldName] { (after ?? before)?.fields ?? [] }

  /// The transition as the values of a list are read.
  package func resolved(in list: ListReading) -> Transition {
    var result = self
    (result.before, result.after) = (before?.resolved(in: list), after?.resolved(in: list))
    return result
  }

  /// Compares the texts.
  package static func == (left: Transition, right: Transition) -> Bool { left.text == right.text }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The changes since the last report: counts of all of them, and a limited number of lines.
package struct ChangeDigest: Hashable, Sendable {
  /// The number of inserted rows.
  package private(set) var insertions = 0
  /// The number of deleted rows.
  package private(set) var deletions = 0
  /// The number of updates.
  package private(set) var updates = 0
  /// The key of the first changed row, on one line without control characters.
  package private(set) var firstKey = ""
  /// The first changes as lines of a ``ChangeLog``, without newlines.
  package private(set) var lines: [String] = []

  /// The maximum number of lines kept until the next report.
  package static let maximumLines = 1_000

  /// Creates an empty digest.
  package init() {}

  /// The number of changes.
  package var count: Int { insertions + deletions + updates }

  /// The lines, each with a newline; the last one counts the changes that are not listed.
  package var text: String {
    let left = count - lines.count
    let more = left > 0 ? [Text.more(left)] : []
    return (lines + more).map { $0 + "\n" }.joined()
  }

  /// The counts and the first key, as environment variables for a command.
  package var environment: [(name: String, value: String)] {
    [
      ("LISTVIEW_INSERTED", "\(insertions)"), ("LISTVIEW_DELETED", "\(deletions)"),
      ("LISTVIEW_CHANGED", "\(updates)"), ("LISTVIEW_KEY", firstKey),
    ]
  }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - change: The change; moves are not counted.
  ///   - key: The key of its row, without control characters.
  ///   - line: Its line; nil if there is no room for one.
  package mutating func append(_ change: RowChange, key: String, line: String?) {
    switch change {
    case .insertion: insertions += 1
    case .deletion: deletions += 1
    case .update: updates += 1
    case .move: return
    }
    if count == 1 { firstKey = key }
    if let line { lines.append(line) }
  }

  /// Whether there is room for another line.
  package var hasRoom: Bool { lines.count < Self.maximumLines }

  /// The texts besides the changes.
  package enum Text {
    package static func more(_ count: Int) -> String { "… and \(grouped(count)) more" }
  }
}
