/// The reason why a summary specification could not be parsed.
package struct SummarySpecError: Error, Hashable {
  /// A kind of fault.
  enum Reason: Hashable, Sendable {
    /// An item is missing.
    case noItem
    /// The item is not part of the syntax.
    case unknown
    /// `sum:` and nothing after it.
    case noField
    /// `auto` or `none` beside other items.
    case notAlone
    /// More items than a line can hold.
    case tooMany
    /// The filter could not be parsed.
    case filter(FilterError)
    /// The figure could not be parsed.
    case figure(CountError)
  }

  let reason: Reason
  /// The offending item as written.
  package let item: String
  /// The position of the error in characters, from 1.
  package let position: Int

  init(_ reason: Reason, in item: Substring, at position: Int) {
    (self.reason, self.item, self.position) = (reason, String(item.trimming), position)
  }
}

extension SummarySpecError: CustomStringConvertible {
  /// The position, the mistake and the remedy.
  package var description: String { "at character \(position): \(explanation)" }

  /// The mistake and the remedy.
  var explanation: String {
    let all =
      "count, sum:FIELD, avg:FIELD, min:FIELD, max:FIELD, by:FIELD, FIELD=VALUE, rate, last, p99(FIELD)"
    return switch reason {
    case .noItem: "expected an item: use \(all), or auto or none alone"
    case .unknown: "unknown item '\(item)': use \(all)"
    case .noField: "expected a field after '\(item)', such as \(item)amount"
    case .notAlone: "\(item) must be the only item"
    case .tooMany: "too many items: the maximum is \(SummarySpec.maximumCount)"
    case .filter(let error): "\(error)"
    case .figure(let error): "\(error)"
    }
  }
}
