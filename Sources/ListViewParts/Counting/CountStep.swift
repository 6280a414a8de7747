internal import Feeds
internal import Values

/// The width of a range of values.
enum CountStep: Hashable, Sendable {
  /// Of numbers.
  case number(DecimalNumber)
  /// Of times; at least a second.
  case time(Duration)

  /// Parses `1000`, `0.5` or `5m`; nil for anything else, and for nothing or less.
  init?(_ text: String) {
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
  func start(of value: FoundValue, _ order: ValueOrder, _ times: TimeReader) -> String? {
    switch self {
    case .number(let step):
      guard let number = order.summand(value) else { return nil }
      return Self.multiple(of: step, below: number)
    case .time(let step):
      guard let time = times.time(value) else { return nil }
      let length = Int(step.components.seconds)
      // Hours and days begin with those of the user.
      let offset = length >= 3_600 ? times.calendar.offset(at: time.seconds) : 0
      let local = time.seconds + offset
      // The first day of 1970 was a Thursday, and weeks begin on Monday.
      let shift = length == 604_800 ? 3 * 86_400 : 0
      return String(local - ((local + shift) % length + length) % length - offset)
    }
  }

  /// The upper bound of the range with a lower one.
  func end(of start: String) -> String {
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
  private static func multiple(of step: DecimalNumber, below number: DecimalNumber) -> String? {
    let places = max(0, -step.lastPower)
    guard places <= 18, let width = step.wholePart(scaledByPowerOfTen: places), width > 0,
      let whole = number.wholePart(scaledByPowerOfTen: places)
    else { return nil }
    let rest = (whole % width + width) % width
    return DecimalNumber(whole - rest).scaled(byPowerOfTen: -places).text
  }
}
