/// What a range of elements adds up to: a monoid.
///
/// `+` is associative, and `zero` changes nothing on either side of it.
public protocol TreeSummary: Sendable {
  /// The summary of no elements.
  static var zero: Self { get }
  /// The summary of two ranges, the left one first.
  static func + (left: Self, right: Self) -> Self
}

/// An element that adds to a summary.
public protocol SummarizedElement: Sendable {
  /// What a range of elements adds up to.
  associatedtype Summary: TreeSummary
  /// What the element adds.
  var summary: Summary { get }
}

/// The summary of elements that are only counted.
public struct NoSummary: TreeSummary {
  /// The summary of no elements.
  public static var zero: NoSummary { NoSummary() }

  /// Makes a summary.
  @inlinable
  public init() {}

  /// The summary of two ranges.
  @inlinable
  public static func + (left: NoSummary, right: NoSummary) -> NoSummary { NoSummary() }
}
