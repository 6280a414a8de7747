internal import Synchronization

/// The last result of a function, for a part that is drawn more often than its contents change.
///
/// Copies share it; a result is returned only for an input that equals the one it was computed from.
final class Memo<Input: Equatable & Sendable, Output: Sendable>: Sendable {
  private let last = Mutex<(input: Input, output: Output)?>(nil)

  /// Returns the last result if the input is the same, or computes a new one.
  ///
  /// - Complexity: A comparison of the inputs, which takes constant time for collections that share
  ///   their storage, or that of the function.
  func callAsFunction(_ input: Input, _ function: (Input) -> Output) -> Output {
    if let last = last.withLock({ $0 }), last.input == input { return last.output }
    let output = function(input)
    last.withLock { $0 = (input, output) }
    return output
  }
}
