package import FeedValues
package import TerminalCore
internal import Values

/// A bar drawn in whole screen columns, a little lower than a line, so that bars on neighbouring lines stand apart.
package struct Meter: Hashable, Sendable {
  /// The filled share, from 0 to 1.
  package var share: Double
  /// The colour of the bar.
  package var role: Theme.Role

  /// The bar in a width; empty for zero.
  ///
  /// Anything above zero is visible.
  package func text(width: Int) -> String {
    guard share > 0, width > 0 else { return "" }
    let count = Int(clamping: (min(share, 1) * Double(width)).rounded())
    return count > 0 ? String(repeating: "▇", count: count) : "▏"
  }
}

extension Column {
  /// Whether the column has a meter next to its numbers if there is room.
  package var hasMeter: Bool {
    switch look {
    case .percent: true
    case .delta(_, let reach): reach != nil
    default: false
    }
  }

  /// The meter of a value; nil if it has none.
  package func meter(of value: JSONValue) -> Meter? {
    let text = value.string(limit: 64).text
    guard let number = Double(NumberText.withoutPercentSign(text)), number.isFinite else {
      return nil
    }
    switch look {
    case .percent(let scale):
      let share = number / scale.full
      return Meter(share: share, role: scale.isProgress ? .accent : Self.role(ofLoad: share))
    case .delta(_, let reach?):
      return Meter(share: abs(number) / reach, role: number < 0 ? .failure : .success)
    default: return nil
    }
  }

  /// A high load calls for attention.
  private static func role(ofLoad share: Double) -> Theme.Role {
    share >= 0.9 ? .failure : share >= 0.7 ? .pending : .success
  }
}
