public import Feeds
package import Values

/// What is waited for: a row that matches, or a transition of one.
public enum RowCondition: Hashable, Sendable {
  /// A row that matches, whether it is new or has changed.
  case row(Filter)
  /// A row that changes in some way.
  case transition(Transition)

  /// Reads a condition: a transition where the text has the form of one, else a filter.
  ///
  /// - Throws: `FilterError` if it is neither.
  public init(_ text: String) throws(FilterError) {
    if let transition = try Transition(text) {
      self = .transition(transition)
    } else {
      self = .row(try Filter(text))
    }
  }

  /// Whether a row that was inserted or has changed meets it.
  public func holds(from old: Row?, to new: Row) -> Bool {
    switch self {
    case .row(let filter): filter.matches(new)
    case .transition(let transition): transition.holds(from: old, to: new)
    }
  }

  /// The fields that it names.
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

  /// The condition with times that are read in a time zone.
  package func resolved(in reader: TimeReader) -> RowCondition {
    switch self {
    case .row(let filter): .row(filter.resolved(in: reader))
    case .transition(let transition): .transition(transition.resolved(in: reader))
    }
  }
}
