/// A summary of some elements, such as their number: a commutative group.
///
/// `+` is associative and commutative, `zero` is its neutral element, and `-` takes back what `+` added.
@usableFromInline package protocol TreeSummary: Sendable {
  /// The summary of no elements.
  static var zero: Self { get }
  /// The summary of the elements of both.
  static func + (left: Self, right: Self) -> Self
  /// The summary of the elements of the first one without those of the second one, which are among them.
  static func - (left: Self, right: Self) -> Self
}

/// An element that contributes to a summary.
@usableFromInline package protocol SummarizedElement: Sendable {
  /// The summary of a range of elements.
  associatedtype Summary: TreeSummary
  /// The contribution of the element.
  var summary: Summary { get }
  /// The summary of some of the elements that a summary describes, if it does not depend on which; else nil.
  ///
  /// - Parameters:
  ///   - part: The number of elements in the part.
  ///   - count: The number of all the elements.
  ///   - summary: The summary of all.
  /// - Returns: The summary of the part, without a look at its elements.
  static func summary(of part: Int, among count: Int, _ summary: Summary) -> Summary?
}

extension SummarizedElement {
  /// Nil: the elements have to be looked at.
  @inlinable
  package static func summary(of part: Int, among count: Int, _ summary: Summary) -> Summary? {
    nil
  }
}

/// A summary for elements that are only counted.
@usableFromInline package struct NoSummary: TreeSummary {
  /// The summary of no elements.
  @usableFromInline package static var zero: NoSummary { NoSummary() }

  /// Creates a summary.
  @inlinable
  package init() {}

  /// The summary of the elements of both.
  @inlinable
  package static func + (left: NoSummary, right: NoSummary) -> NoSummary { NoSummary() }

  /// The summary of the others.
  @inlinable
  package static func - (left: NoSummary, right: NoSummary) -> NoSummary { NoSummary() }
}
