public import Feeds
package import Values

/// A change of a field from one value to another, such as `status: pending→failed`.
///
/// Each side is what a filter takes after `=`: a value, several with commas between, or nothing for any
/// other value. A row that is inserted had no value, and one that is deleted makes no transition.
///
/// | Text | A row that |
/// |---|---|
/// | `status: pending→failed` | was pending and has failed |
/// | `status: →failed` | has failed, however it was before, and if it is new |
/// | `status: pending→` | is pending no longer |
/// | `status: pending->failed,canceled` | the same in ASCII, with either of two values |
public struct Transition: Hashable, Sendable {
  /// The transition as it was written.
  public let text: String
  private var before: Filter?
  private var after: Filter?

  /// Reads a transition; nil if the text has not the form of one: a field, a colon, an arrow.
  ///
  /// - Parameter text: Its text.
  /// - Throws: `FilterError` where a side is not a value.
  public init?(_ text: String) throws(FilterError) {
    guard let colon = Self.colon(in: text) else { return nil }
    let field = text[..<colon].trimming
    let rest = text[text.index(after: colon)...]
    guard let arrow = rest.firstRange(of: "→") ?? rest.firstRange(of: "->"), !field.isEmpty else {
      return nil
    }
    let sides = [rest[..<arrow.lowerBound].trimming, rest[arrow.upperBound...].trimming]
    guard sides.contains(where: { !$0.isEmpty }) else { return nil }
    self.text = text
    before = try Self.filter(field, sides[0])
    after = try Self.filter(field, sides[1])
  }

  /// The end of the field's name: the first colon outside quotation marks; a name with blanks is
  /// quoted.
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
    _ values: Substring
  ) throws(FilterError) -> Filter? {
    values.isEmpty ? nil : try Filter("\(field)=\(values)")
  }

  /// Whether a row makes the transition.
  ///
  /// - Parameters:
  ///   - old: The row before; nil for one that is inserted.
  ///   - new: The row after.
  /// - Returns: Whether it does; a row that stays on a side makes none.
  public func holds(from old: Row?, to new: Row) -> Bool {
    guard let old else { return before == nil && (after?.matches(new) ?? false) }
    guard let after else {
      return (before?.matches(old) ?? false) && !(before?.matches(new) ?? true)
    }
    return after.matches(new) && !after.matches(old) && (before?.matches(old) ?? true)
  }

  /// The fields that it names.
  package var fields: [FieldName] { (after ?? before)?.fields ?? [] }

  /// The transition with times that are read in a time zone.
  package func resolved(in reader: TimeReader) -> Transition {
    var result = self
    (result.before, result.after) = (before?.resolved(in: reader), after?.resolved(in: reader))
    return result
  }

  /// Compares what is written.
  public static func == (left: Transition, right: Transition) -> Bool { left.text == right.text }

  /// Hashes what is written.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
