package import FeedValues
package import Values

/// A recent change of a field of the row in the detail.
package struct FieldChange: Hashable, Sendable {
  /// The value before; nil if there was none.
  package var old: JSONValue?
  /// The value after; nil if it was removed.
  package var new: JSONValue?
  /// When the change was shown.
  var instant: ContinuousClock.Instant
  /// When the change happened, by the feed's clock or the system's; nil if neither is known.
  package var time: FeedTime?
}

extension FieldChange {
  /// The duration of a flash and of its steps, as in the table.
  private static let flash = Duration.milliseconds(800)
  private static let flashStep = Duration.milliseconds(100)

  /// The remaining strength of the flash, from 0 to 1.
  package func flash(at instant: ContinuousClock.Instant) -> Double {
    let steps = Int(clamping: (instant - self.instant) / Self.flashStep)
    return max(0, 1 - Double(steps) * (Self.flashStep / Self.flash))
  }

  /// The time since the change was shown, in words; nil if it is so long that a time of day is clearer.
  package func age(at instant: ContinuousClock.Instant) -> String? {
    let seconds = (instant - self.instant).components.seconds
    switch seconds {
    case ..<1: return DetailView.Text.now
    case ..<60: return DetailView.Text.secondsAgo(seconds)
    case ..<3_600: return DetailView.Text.minutesAgo(seconds / 60)
    default: return nil
    }
  }

  /// When the change next looks different even if nothing happens; nil if never.
  package func nextChange(
    after instant: ContinuousClock.Instant,
    flashes: Bool
  ) -> ContinuousClock.Instant? {
    let passed = instant - self.instant
    let step: Duration =
      flashes && passed < Self.flash
      ? Self.flashStep : passed < .seconds(60) ? .seconds(1) : .seconds(60)
    guard passed < .seconds(3_600) else { return nil }
    return self.instant + step * (Int(clamping: passed / step) + 1)
  }
}
