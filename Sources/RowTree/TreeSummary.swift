/// A summary of a range of elements: a monoid.
///
/// `+` is associative, and `zero` is its neutral element.
public protocol TreeSummary: Sendable {
  /// The summary of no elements.
  static var zero: Self { get }
  /// The summary of two adjacent ranges.
  static func + (left: Self, right: Self) -> Self
}

/// An element that contributes to a summary.
public protocol SummarizedElement: Sendable {
  /// The summary of a range of elements.
  associatedtype Summary: TreeSummary
  /// The contribution of the element.
  var summary: Summary { get }
}

/// A summary for elements that are only counted.
public struct NoSummary: TreeSummary {
  /// The summary of no elements.
  public static var zero: NoSummary { NoSummary() }

  /// Creates a summary.
  @inlinable
  public init() {}

  /// The summary of two adjacent ranges.
  @inlinable
  public static func + (left: NoSummary, right: NoSummary) -> NoSummary { NoSummary() }
}
