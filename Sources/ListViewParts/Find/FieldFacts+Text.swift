package import Columns
internal import FeedValues
internal import TerminalCore

extension FieldFacts {
  /// A summary of a field: its values with counts, its range, or how it can be filtered.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - context: The context.
  ///   - hasHints: Whether a comparison is about to be typed.
  /// - Returns: The summary.
  package func summary(
    of field: Field,
    in context: Context,
    hasHints: Bool = false
  ) -> [Segment] {
    switch field.kind {
    case .choices:
      return field.commonValues.prefix(Self.maximumShown).flatMap { value in
        Self.value(value.text, of: field)
          + [Segment(text: " \(countText(value.count))   ", role: .dim)]
      }
    case .numbers, .times:
      guard let (least, greatest) = field.range(in: context) else { return [] }
      let hint = field.kind == .times ? Text.timeHint : Text.numberHint
      // Of a long list only a sample is examined, which may lack both ends.
      let text = least == greatest ? least : "\(least) … \(greatest)"
      let range = Segment(text: stride > 1 ? "~\(text)" : text, role: .text)
      return [range] + (hasHints ? [Segment(text: "   \(hint)", role: .dim)] : [])
    case .text:
      if field.count == 0 { return [Segment(text: Text.nothing, role: .dim)] }
      return hasHints ? [Segment(text: Text.textHint, role: .dim)] : []
    }
  }

  /// The number of groups that the values of a field form, and their names.
  package func groups(of field: Field, in context: Context) -> [Segment] {
    guard let values = field.values, !values.isEmpty else {
      return [Segment(text: Text.manyGroups, role: .dim)]
    }
    let text = plural(values.count, Text.group)
    // The values of all fields begin below each other.
    let gap = 3 + max(0, Text.manyGroups.count - text.count)
    let count = Segment(text: text + String(repeating: " ", count: gap), role: .dim)
    return [count] + (field.kind == .choices ? summary(of: field, in: context) : [])
  }

  /// A value, styled as in its column.
  package static func value(_ text: String, of field: Field) -> [Segment] {
    guard case .status = field.column.format else { return [Segment(text: text, role: .text)] }
    let role = StatusTone(text).role
    return [
      Segment(text: "● ", role: role), Segment(text: text, role: role == .dim ? .text : role),
    ]
  }

  /// The maximum number of values in a summary.
  private static let maximumShown = 12

  /// The texts about fields.
  package enum Text {
    package static let numberHint = "> < = !="
    package static let timeHint = "> -5m, > 12:00"
    package static let textHint = "any text, ~ for a pattern"
    package static let nothing = "nothing so far"
    package static let manyGroups = "many groups"
    package static let group = "group"
  }
}

extension Context {
  /// A summary of a column's field; nil if unknown.
  package func facts(on column: Column, forGroups: Bool = false) -> [Segment]? {
    guard let facts, let field = facts.field(of: column) else { return nil }
    return forGroups ? facts.groups(of: field, in: self) : facts.summary(of: field, in: self)
  }
}
