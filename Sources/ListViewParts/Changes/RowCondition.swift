package import Columns
package import FeedValues

/// A condition to wait for: a row that matches a filter, or a transition of a row.
package enum RowCondition: Hashable, Sendable {
  /// A row that matches, whether inserted or updated.
  case row(Filter)
  /// A row that makes a transition.
  case transition(Transition)

  /// Parses a condition: a transition if the text has the form of one, otherwise a filter.
  ///
  /// - Throws: `SettingError` if it is neither.
  package init(_ text: String) throws(SettingError) {
    if let transition = try Transition(text) {
      self = .transition(transition)
    } else {
      self = .row(try Filter(text))
    }
  }

  /// Returns whether a row that was inserted or updated meets the condition.
  package func holds(from old: Row?, to new: Row) -> Bool {
    switch self {
    case .row(let filter): filter.matches(new)
    case .transition(let transition): transition.holds(from: old, to: new)
    }
  }

  /// The condition as written.
  package var text: String {
    switch self {
    case .row(let filter): filter.text
    case .transition(let transition): transition.text
    }
  }

  /// The expressions that it compares, which rows have to have as fields.
  package var derived: [DerivedField] { filter?.derived ?? [] }

  /// The fields that the condition names.
  package var fields: [FieldName] {
    switch self {
    case .row(let filter): filter.fields
    case .transition(let transition): transition.fields
    }
  }

  /// The filter of rows that match; nil for a transition.
  package var filter: Filter? {
    if case .row(let filter) = self { filter } else { nil }
  }

  /// The condition as the values of a list are read.
  package func resolved(in list: ListReading) -> RowCondition {
    switch self {
    case .row(let filter): .row(filter.resolved(in: list))
    case .transition(let transition): .transition(transition.resolved(in: list))
    }
  }
}
