internal import Values

/// The reading of a value if it is a clock: a duration, a point in time, or a plain number, whose unit
/// is unknown.
package struct FieldReading {
  package enum Kind {
    case duration
    case instant
    case number
  }

  package let kind: Kind
  /// The text around the readings.
  let rest: String
  /// In seconds; for a plain number, in its own unit.
  let readings: [ClockText.Reading]
  package let isRelativeToNow: Bool

  /// Reads a value; nil if it cannot be a clock.
  package init?(_ value: JSONValue) {
    let text = value.string
    switch value.kind {
    case .number: self.init(number: text)
    case .string:
      if let clock = ClockText(text) {
        self.init(.duration, clock.rest, clock.readings, isRelativeToNow: clock.isRelativeToNow)
      } else if text.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x2E }) {
        self.init(number: text)
      } else if let time = FeedTime(text: text) {
        let seconds = Double(time.nanoseconds) / 1e9
        self.init(.instant, "*", [ClockText.Reading(seconds: seconds, step: 1)])
      } else {
        return nil
      }
    default: return nil
    }
  }

  private init?(number text: String) {
    guard 1...24 ~= text.utf8.count, let number = Double(text), number.isFinite else { return nil }
    let decimals = text.split(separator: ".", maxSplits: 1).dropFirst().first?.utf8.count ?? 0
    let step = (0..<min(decimals, 9)).reduce(1.0) { step, _ in step / 10 }
    self.init(.number, "*", [ClockText.Reading(seconds: number, step: step)])
  }

  private init(
    _ kind: Kind,
    _ rest: String,
    _ readings: [ClockText.Reading],
    isRelativeToNow: Bool = false
  ) {
    self.kind = kind
    self.rest = rest
    self.readings = readings
    self.isRelativeToNow = isRelativeToNow
  }

  /// The movement of the readings since another value of the field; nil if the two differ in
  /// anything else.
  package func movement(since old: FieldReading) -> ClockMovement? {
    guard kind == old.kind, rest == old.rest, readings.count == old.readings.count else {
      return nil
    }
    var result: ClockMovement?
    for (reading, before) in zip(readings, old.readings) {
      let distance = reading.seconds - before.seconds
      // Two clocks in one text move by the same amount, or the text is not a clock.
      if let result, result.distance != 0, distance != 0 {
        guard abs(result.distance - distance) <= result.step else { return nil }
      }
      if result != nil, distance == 0 { continue }
      result = ClockMovement(
        kind: kind,
        distance: distance,
        step: max(reading.step, before.step),
        isAmbiguous: reading.isAmbiguous && before.isAmbiguous
      )
    }
    return result
  }
}

/// The movement of a reading.
package struct ClockMovement {
  package let kind: FieldReading.Kind
  /// In seconds, or in the unit of a plain number; 0 if only the wording differs.
  package let distance: Double
  /// The smallest movement that is visible.
  package let step: Double
  /// Whether minutes and seconds may be hours and minutes.
  let isAmbiguous: Bool

  /// The unit of the reading, in seconds, if a clock moves that far in this time; nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - elapsed: The time that has passed, in seconds.
  ///   - tolerance: The distance that the pace may have from that of time, as a share of it.
  /// - Returns: The unit, in seconds.
  package func unit(inPaceWith elapsed: Double, within tolerance: Double = 0.25) -> Double? {
    units.first { unit in
      abs(abs(distance) * unit - elapsed) <= step * unit + tolerance * elapsed + tolerance
        // A value that moves by less than a step in that time may also be constant.
        && (elapsed > 0 || abs(distance) * unit <= step * unit)
    }
  }

  /// Whether a clock can have moved that far in a time, or in less.
  ///
  /// - Parameters:
  ///   - elapsed: The time, in seconds.
  ///   - unit: The unit of the reading, in seconds; nil if unknown.
  /// - Returns: Whether it can.
  package func isPossible(within elapsed: Double, unit: Double? = nil) -> Bool {
    let units = unit.map { [$0] } ?? (kind == .number ? [1] : units)
    return units.contains { abs(distance) * $0 <= 1.25 * elapsed + step * $0 + 1 }
  }

  /// The possible units of the reading, in seconds.
  private var units: [Double] {
    switch kind {
    case .instant: [1]
    case .duration: isAmbiguous ? [1, 60] : [1]
    case .number: [1, 1e-3, 1e-6, 1e-9, 60]
    }
  }
}
