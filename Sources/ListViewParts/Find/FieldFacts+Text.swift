internal import Feeds
internal import TerminalCore

/// What is known of fields, in the few words of a line.
extension FieldFacts {
  /// What a field holds: its values with their counts, its range, or what may be asked of it.
  package func summary(of field: Field, in surroundings: Surroundings) -> [Segment] {
    switch field.kind {
    case .choices:
      return field.commonValues.prefix(Self.maximumShown).flatMap { value in
        Self.value(value.text, of: field)
          + [Segment(text: " \(countText(value.count))   ", role: .dim)]
      }
    case .numbers, .times:
      guard let (least, greatest) = field.range(in: surroundings) else { return [] }
      let hint = field.kind == .times ? Text.timeHint : Text.numberHint
      return [
        Segment(text: least == greatest ? least : "\(least) … \(greatest)", role: .text),
        Segment(text: "   \(hint)", role: .dim),
      ]
    case .text:
      return [Segment(text: field.count == 0 ? Text.nothing : Text.textHint, role: .dim)]
    }
  }

  /// How many groups the values of a field make, and which.
  package func groups(of field: Field, in surroundings: Surroundings) -> [Segment] {
    guard let values = field.values, !values.isEmpty else {
      return [Segment(text: Text.manyGroups, role: .dim)]
    }
    let count = Segment(text: "\(plural(values.count, Text.group))   ", role: .dim)
    return [count] + (field.kind == .choices ? summary(of: field, in: surroundings) : [])
  }

  /// A value as its column shows it.
  package static func value(_ text: String, of field: Field) -> [Segment] {
    guard case .status = field.column.format else { return [Segment(text: text, role: .text)] }
    let role = StatusTone(text).role
    return [
      Segment(text: "● ", role: role), Segment(text: text, role: role == .dim ? .text : role),
    ]
  }

  /// No more values of a field are listed in its line.
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

extension Surroundings {
  /// What is known of a column; nil if nothing is.
  package func facts(on column: Column, forGroups: Bool = false) -> [Segment]? {
    guard let facts, let field = facts.field(of: column) else { return nil }
    return forGroups ? facts.groups(of: field, in: self) : facts.summary(of: field, in: self)
  }
}
