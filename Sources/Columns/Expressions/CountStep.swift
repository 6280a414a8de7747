package import FeedValues
package import Values

/// The width of a range of values.
package enum CountStep: Hashable, Sendable {
  /// Of numbers.
  case number(DecimalNumber)
  /// Of times; at least a second.
  case time(Duration)

  /// Parses `1000`, `0.5` or `5m`; nil for anything else, and for nothing or less.
  package init?(_ text: String) {
    if let number = DecimalNumber(text) {
      guard !number.isZero, !number.isNegative, number.isExact else { return nil }
      self = .number(number)
    } else if let seconds = DurationText.seconds(text),
      case let whole = seconds.approximation, 1...86_400 ~= whole || whole == 604_800
    {
      self = .time(.seconds(Int64(whole)))
    } else {
      return nil
    }
  }

  /// The lower bound of the range that a value is in, as JSON; nil for a value that is neither a number nor a time.
  package func start(of value: FoundValue, _ order: ValueOrder, _ times: TimeReader) -> String? {
    switch self {
    case .number(let step):
      return order.summand(value).flatMap { Self.multiple(of: step, below: $0)?.text }
    case .time(let step):
      return times.time(value).map { String(Self.start(of: $0, step, times.calendar)) }
    }
  }

  /// The lower bound of the range that a value is in; nil for a value that is neither a number nor a time.
  func start(of value: ExpressionValue, _ times: TimeReader) -> ExpressionValue? {
    switch self {
    case .number(let step):
      return value.number(times).flatMap { Self.multiple(of: step, below: $0) }.map { .number($0) }
    case .time(let step):
      return value.time(times)
        .flatMap { FeedTime(seconds: Self.start(of: $0, step, times.calendar)) }.map { .time($0) }
    }
  }

  /// The start of the range of a length that a time is in, in seconds since 1970.
  private static func start(of time: FeedTime, _ step: Duration, _ calendar: Calendar) -> Int {
    let length = Int(step.components.seconds)
    // Hours and days begin with those of the user.
    let offset = length >= 3_600 ? calendar.offset(at: time.seconds) : 0
    let local = time.seconds + offset
    // The first day of 1970 was a Thursday, and weeks begin on Monday.
    let shift = length == 604_800 ? 3 * 86_400 : 0
    return local - ((local + shift) % length + length) % length - offset
  }

  /// The upper bound of the range with a lower one.
  package func end(of start: String) -> String {
    switch self {
    case .number(let step):
      var sum = ExactSum()
      if let start = DecimalNumber(start) { sum.add(start) }
      sum.add(step)
      return sum.text ?? start
    case .time(let step):
      return Int(start).map { String($0 + Int(step.components.seconds)) } ?? start
    }
  }

  /// The greatest multiple of a step that a number is not less than; nil if it has too many digits.
  private static func multiple(
    of step: DecimalNumber,
    below number: DecimalNumber
  ) -> DecimalNumber? {
    let places = max(0, -step.lastPower)
    guard places <= 18, let width = step.wholePart(scaledByPowerOfTen: places), width > 0,
      let whole = number.wholePart(scaledByPowerOfTen: places)
    else { return nil }
    let rest = (whole % width + width) % width
    return DecimalNumber(whole - rest).scaled(byPowerOfTen: -places)
  }
}
