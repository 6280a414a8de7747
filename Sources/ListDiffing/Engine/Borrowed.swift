/// A value that is looked at where it is stored.
///
/// A value that can be copied is copied before a function is called with it that the optimiser does
/// not see into, which for a row of strings takes an atomic increment and decrement for each. This
/// structure cannot be copied, so that its value is lent instead. It has the layout of its value: an
/// array of values is an array of these.
@frozen
@usableFromInline
struct Borrowed<Value>: ~Copyable {
  @usableFromInline let value: Value

  /// Calls a closure with the value.
  @inlinable
  @inline(__always)
  borrowing func lend<Result>(_ body: (Value) -> Result) -> Result {
    body(value)
  }
}
