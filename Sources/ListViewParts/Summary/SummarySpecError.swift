/// Why text is no specification of a summary.
public struct SummarySpecError: Error, Hashable {
  /// What is wrong.
  enum Reason: Hashable, Sendable {
    /// An item is missing.
    case noItem
    /// A word that means nothing here.
    case unknown
    /// `sum:` and nothing after it.
    case noField
    /// `auto` or `none` beside other items.
    case notAlone
    /// More items than a line can hold.
    case tooMany
    /// A comparison that cannot be read.
    case filter(FilterError)
  }

  let reason: Reason
  /// The item, as it was written.
  public let item: String
  /// Where it went wrong, in characters from 1.
  public let position: Int

  init(_ reason: Reason, in item: Substring, at position: Int) {
    (self.reason, self.item, self.position) = (reason, String(item.trimming), position)
  }
}

extension SummarySpecError: CustomStringConvertible {
  /// Where, what, and what is possible.
  public var description: String { "at character \(position): \(explanation)" }

  /// What is wrong, and what is possible.
  var explanation: String {
    let all = "count, sum:FIELD, avg:FIELD, min:FIELD, max:FIELD, by:FIELD, FIELD=VALUE, rate, last"
    return switch reason {
    case .noItem: "expected an item: use \(all), or auto or none alone"
    case .unknown: "unknown item '\(item)': use \(all)"
    case .noField: "expected a field after '\(item)', such as \(item)amount"
    case .notAlone: "\(item) must be the only item"
    case .tooMany: "too many items: the maximum is \(SummarySpec.maximumCount)"
    case .filter(let error): "\(error)"
    }
  }
}
