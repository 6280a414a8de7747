package import FeedValues
package import Patterns
internal import TerminalCore
package import Values

/// A value computed from the fields of a row, and from the values that they have had.
///
/// | Syntax | Means |
/// |---|---|
/// | `used / size * 100`, `a.b."C D"` | arithmetic with exact decimals; without an operand there is no value |
/// | `delta(f)`, `delta(f, 1m)` | the change since the last update, or in the last minute |
/// | `rate(f)`, `rate(f, 1m)` | the same per second |
/// | `avg(f, 1m)`, `min`, `max`, `sum`, `p50`, `p90`, `p99` | of the row's values in the last minute |
/// | `ewma(f, 30s)` | the average, older values counting less |
/// | `spark(f, 2m)` | a graph |
/// | `prev(f)`, `since(f)`, `changes()`, `changed(f, 5m)` | the value before; since when it has this one; how often the row changed; whether it did |
/// | `age()`, `gap()` | when the row arrived; the time since the row before |
/// | `if(FILTER, a, b)`, `a ?? b`, `f in (x, y)` | a choice; the first value that there is; whether it is one of these |
/// | `lower upper trim len split match round floor ceil abs date hour bucket` | functions of text, numbers and times |
///
/// A text in quotation marks is the field of that name, or the text itself in rows without such a field.
package struct Expression: Sendable {
  /// The expression as it was written, without surrounding white space.
  package let text: String
  let root: Node
  /// The functions of the past in the expression, in order.
  let trackers: [Tracker]

  /// A parsed expression.
  package indirect enum Node: Sendable {
    case number(DecimalNumber)
    case text(String)
    case field(FieldName)
    /// A text in quotation marks.
    case quoted(FieldName)
    case negative(Node)
    case arithmetic(Operator, Node, Node)
    case coalesced(Node, Node)
    case choice(Filter, Node, Node)
    case membership(Node, [String])
    case call(RowFunction, [Node])
    case match(Node, Pattern)
    case bucket(Node, CountStep)
    /// The status of a Kubernetes pod.
    case podStatus
    /// The function of the past with an index.
    case tracked(Int)
  }

  package enum Operator: Sendable { case plus, minus, times, over, remainder }

  /// A function of the values that a row has had.
  struct Tracker: Sendable {
    let function: HistoryFunction
    /// The argument; nil for the row itself.
    let argument: Node?
    /// The time for which values are considered; nil for the last two.
    let window: Duration?
  }

  /// Parses an expression.
  ///
  /// ```swift
  /// let usage = try Expression("used / size * 100")
  /// ```
  /// - Throws: `SettingError` with the position of the mistake.
  package init(_ text: String) throws(SettingError) {
    var parser = ExpressionParser(text)
    try self.init(text, &parser)
  }

  private init(_ text: String, _ parser: inout ExpressionParser) throws(SettingError) {
    let root = try parser.whole()
    self.init(String(text.trimming), root, parser.trackers)
  }

  init(_ text: String, _ root: Node, _ trackers: [Tracker]) {
    (self.text, self.root, self.trackers) = (text, root, trackers)
  }

  /// The expression that a text is; nil if it is the name of a field.
  ///
  /// Only signs that are not found in names make an expression of a text: a call of a known function, an operator
  /// beside a space, `*`, or parentheses at the beginning.
  package static func unlessName(_ text: some StringProtocol) throws(SettingError) -> Expression? {
    let text = String(text)
    guard ExpressionParser.looksLikeExpression(text) else { return nil }
    var parser = ExpressionParser(text)
    let expression: Expression
    do throws(SettingError) {
      expression = try Expression(text, &parser)
    } catch {
      // A sign alone may be part of a name: `C++`.
      guard !parser.lacksWindow, ExpressionParser.hasCall(Array(text.trimming)) else { return nil }
      throw error
    }
    if case .field = expression.root { return nil }
    if case .quoted = expression.root { return nil }
    return expression
  }

  /// The mistake in a text that was taken for the name of a field, but looks like a call; nil for other names.
  package static func mistake(inName text: String) -> String? {
    guard ExpressionParser.hasCall(Array(text)) else { return nil }
    do throws(SettingError) {
      _ = try Expression(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// Whether the value is a time, shown as the span since then.
  package var isMoment: Bool {
    if case .tracked(let index) = root { trackers[index].function.isMoment } else { false }
  }

  /// Whether the value depends on those that the row has had.
  package var dependsOnHistory: Bool { !trackers.isEmpty }

  /// The names of the fields that it refers to.
  package var fields: [FieldName] {
    root.fields + trackers.flatMap { $0.argument?.fields ?? [] }
  }

  /// The format in which its values are shown unless the user chooses another one.
  package var format: Column.FormatName? { isMoment ? .duration : nil }
}

extension Expression: Hashable {
  /// Whether two expressions have the same text.
  package static func == (left: Expression, right: Expression) -> Bool { left.text == right.text }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Expression.Node {
  /// The fields whose values are needed; those in quotation marks may be texts.
  var fields: [FieldName] {
    switch self {
    case .field(let name): [name]
    case .number, .text, .quoted, .tracked, .podStatus: []
    case .negative(let node), .membership(let node, _), .match(let node, _), .bucket(let node, _):
      node.fields
    case .arithmetic(_, let left, let right), .coalesced(let left, let right):
      left.fields + right.fields
    case .choice(let filter, let left, let right): filter.fields + left.fields + right.fields
    case .call(_, let arguments): arguments.flatMap(\.fields)
    }
  }
}

extension Expression {
  /// The value for a row; nil if there is none.
  ///
  /// - Parameters:
  ///   - row: The value of the row.
  ///   - past: The values of the functions of the past.
  ///   - times: Reads times.
  /// - Returns: The value.
  /// - Complexity: O(*n*) in the length of the row's text for each field.
  func value(
    of row: JSONValue,
    past: [ExpressionValue?] = [],
    _ times: TimeReader
  ) -> ExpressionValue? {
    root.value(of: row, past: past, times)
  }
}

extension Expression.Node {
  func value(
    of row: JSONValue,
    past: [ExpressionValue?],
    _ times: TimeReader
  ) -> ExpressionValue? {
    func value(_ node: Self) -> ExpressionValue? { node.value(of: row, past: past, times) }
    func number(_ node: Self) -> DecimalNumber? { value(node)?.number(times) }
    switch self {
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .field(let name): return name.withValue(in: row) { ExpressionValue($0) }
    case .quoted(let name):
      return name.withValue(in: row) { ExpressionValue($0) } ?? .text(name.text)
    case .negative(let node): return number(node).map { .number($0.negated) }
    case .arithmetic(let sign, let left, let right):
      guard let left = number(left), let right = number(right) else { return nil }
      return sign.result(left, right).map { .number($0) }
    case .coalesced(let left, let right): return value(left) ?? value(right)
    case .choice(let filter, let left, let right):
      return value(Self.holds(filter, for: row, times) ? left : right)
    case .membership(let node, let texts):
      return value(node).map { found in .flag(texts.contains { found.string == $0 }) }
    case .call(let function, let arguments):
      return value(arguments[0]).flatMap { first in
        function.value(first, arguments.dropFirst().map(value), times)
      }
    case .match(let node, let pattern):
      return value(node).flatMap { found in
        let text = found.string
        guard let range = pattern.ranges(in: text).first else { return nil }
        return .text(String(decoding: Array(text.utf8)[range], as: UTF8.self))
      }
    case .bucket(let node, let step): return value(node).flatMap { step.start(of: $0, times) }
    case .tracked(let index): return past[index]
    case .podStatus: return PodStatus.text(of: row).map { .text($0) }
    }
  }

  private static func holds(_ filter: Filter, for row: JSONValue, _ times: TimeReader) -> Bool {
    var row = Row(id: RowID(key: ByteSlice(copying: [])), value: row)
    if !filter.derived.isEmpty {
      row = row.adding(
        filter.derived.compactMap { field in
          field.expression.value(of: row.value, times)?.json.map {
            Row.Member(Row.MemberName(field.name), $0)
          }
        }
      )
    }
    return filter.resolved(in: times).matches(row)
  }
}

extension Expression.Operator {
  func result(_ left: DecimalNumber, _ right: DecimalNumber) -> DecimalNumber? {
    switch self {
    case .plus: left.plus(right)
    case .minus: left.minus(right)
    case .times: left.times(right)
    case .over: left.divided(by: right)
    case .remainder: left.remainder(by: right)
    }
  }
}

extension RowFunction {
  /// The value for a first argument, and those after it.
  func value(
    _ first: ExpressionValue,
    _ rest: [ExpressionValue?],
    _ times: TimeReader
  ) -> ExpressionValue? {
    func number(_ body: (DecimalNumber) -> DecimalNumber?) -> ExpressionValue? {
      first.number(times).flatMap(body).map { .number($0) }
    }
    func whole(_ value: ExpressionValue?) -> Int? {
      value?.number(times)?.wholePart(scaledByPowerOfTen: 0).flatMap { Int(exactly: $0) }
    }
    switch self {
    case .lower: return .text(first.string.lowercased())
    case .upper: return .text(first.string.uppercased())
    case .trim: return .text(String(first.string.trimming))
    case .len: return .number(DecimalNumber(first.string.count))
    case .abs: return number(\.magnitude)
    case .floor: return number(\.roundedDown)
    case .ceil: return number { $0.negated.roundedDown?.negated }
    case .round:
      guard !rest.isEmpty else { return number { $0.rounded(toPlaces: 0) } }
      return whole(rest[0]).flatMap { places in number { $0.rounded(toPlaces: places) } }
    case .split:
      guard let separator = rest[0]?.string, !separator.isEmpty, let place = whole(rest[1]),
        place != 0
      else { return nil }
      let parts = first.string.split(separator: separator, omittingEmptySubsequences: false)
      // The parts count from 1, and from the end with negative numbers.
      let offset = place > 0 ? place - 1 : parts.count + place
      return parts.indices.contains(offset) ? .text(String(parts[offset])) : nil
    case .date:
      return first.time(times).map { time in
        let parts = times.calendar.parts(of: time)
        let (month, day) = (parts.month, parts.day)
        return .text(
          "\(Calendar.fourDigits(parts.year))-\(month < 10 ? "0" : "")\(month)"
            + "-\(day < 10 ? "0" : "")\(day)"
        )
      }
    case .hour:
      return first.time(times).map { .number(DecimalNumber(times.calendar.parts(of: $0).hour)) }
    case .match, .bucket, .podstatus: return nil
    }
  }
}

/// A function of the values of a row.
package enum RowFunction: String, CaseIterable, Sendable {
  case lower, upper, trim, len, split, match, round, floor, ceil, abs, date, hour, bucket
  /// The status of a Kubernetes pod, which takes no argument.
  case podstatus

  /// The numbers of arguments that it takes.
  var argumentCounts: ClosedRange<Int> { call.counts }

  /// The form of a call.
  var signature: String { call.signature }

  private var call: (counts: ClosedRange<Int>, signature: String) {
    switch self {
    case .split: (3...3, "split(f, \"/\", 1)")
    case .match: (2...2, "match(f, \"[0-9]+\")")
    case .round: (1...2, "round(f, 2)")
    case .bucket: (2...2, "bucket(f, 5m)")
    case .podstatus: (0...0, "podstatus()")
    default: (1...1, "\(rawValue)(f)")
    }
  }
}

/// A function of the values that a row has had.
enum HistoryFunction: String, CaseIterable, Sendable {
  case delta, rate, prev, since, changes, changed
  case avg, min, max, sum, p50, p90, p99, ewma, spark
  case age, gap

  /// Whether a window of time is required, is optional, or makes no sense.
  enum Window { case required, optional, none }

  var window: Window { call.window }
  /// Whether it has an argument.
  var hasArgument: Bool { call.hasArgument }
  /// Whether the argument has to be a number.
  var needsNumbers: Bool { call.needsNumbers }

  private var call: (window: Window, hasArgument: Bool, needsNumbers: Bool) {
    switch self {
    case .avg, .min, .max, .sum, .p50, .p90, .p99, .ewma: (.required, true, true)
    case .delta, .rate, .spark: (.optional, true, true)
    case .changed: (.optional, true, false)
    case .prev, .since: (.none, true, false)
    case .changes, .age, .gap: (.none, false, false)
    }
  }

  /// Whether the value is a time, shown as the span since then.
  var isMoment: Bool { self == .since || self == .age }

  /// The share of values in per cent that a percentile is not exceeded by; nil for other functions.
  var percentile: Int? {
    switch self {
    case .p50: 50
    case .p90: 90
    case .p99: 99
    default: nil
    }
  }

  /// The form of a call.
  var signature: String {
    "\(rawValue)(\(window != .none ? "f, 1m" : hasArgument ? "f" : ""))"
  }
}

/// The value of an expression.
enum ExpressionValue: Hashable, Sendable {
  case number(DecimalNumber)
  case text(String)
  case flag(Bool)
  case time(FeedTime)

  /// Takes over the value of a field; nil for none.
  init?(_ value: FoundValue?) {
    guard let value else { return nil }
    switch value.kind {
    case .number:
      guard let number = DecimalNumber(value) else { return nil }
      self = .number(number)
    case .boolean: self = .flag(value.string == "true")
    case .null: return nil
    case .string, .object, .array: self = .text(value.string)
    }
  }

  /// The number that the value is or is written as, spans and times in seconds; nil for any other value.
  func number(_ times: TimeReader) -> DecimalNumber? {
    switch self {
    case .number(let number): return number
    case .flag: return nil
    case .time(let time): return time.number
    case .text(let text):
      if let quantity = Quantity(text) { return quantity.size }
      return DurationText.seconds(text) ?? times.date(text)?.number
    }
  }

  /// The time that the value is or is written as; nil for any other value.
  func time(_ times: TimeReader) -> FeedTime? {
    switch self {
    case .time(let time): time
    case .number(let number): FeedTime(number)
    case .text(let text): times.date(text)
    case .flag: nil
    }
  }

  /// The value as text.
  var string: String {
    switch self {
    case .number(let number): number.text ?? ""
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .time(let time): time.isoText
    }
  }

  /// The value as JSON; nil for a number that is too long to be read.
  var json: String? {
    switch self {
    case .number(let number): return number.legible.text
    case .flag: return string
    case .text(let text):
      var bytes: [UInt8] = []
      bytes.appendJSONString(text.utf8)
      return String(decoding: bytes, as: UTF8.self)
    case .time: return "\"\(string)\""
    }
  }
}

extension DecimalNumber {
  /// The number without the digits that a floating-point number adds.
  fileprivate var legible: DecimalNumber {
    guard exponent <= 3, exponent - lastPower >= 15 else { return self }
    return rounded(toPlaces: max(12, 12 - exponent)) ?? self
  }

  /// The number as a cell shows it: with six significant digits, or two decimal places, if it has more than six of
  /// them.
  var roundedForCell: DecimalNumber {
    guard lastPower < -6 else { return self }
    return rounded(toPlaces: max(2, 6 - exponent)) ?? self
  }
}

extension FeedTime {
  /// The seconds since 1970.
  var number: DecimalNumber {
    let whole = DecimalNumber(seconds)
    guard nanosecond > 0 else { return whole }
    return whole.plus(DecimalNumber(nanosecond).scaled(byPowerOfTen: -9)) ?? whole
  }

  /// The time in UTC: `2026-11-28T12:30:05Z`.
  var isoText: String {
    let parts = Calendar.utc.parts(of: self)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(Calendar.fourDigits(parts.year))-\(two(parts.month))-\(two(parts.day))"
    let clock = "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
    var fraction = ""
    if nanosecond > 0 {
      let digits = String(1_000_000_000 + nanosecond).dropFirst()
      fraction = "." + String(digits.reversed().drop { $0 == "0" }.reversed())
    }
    return "\(date)T\(clock)\(fraction)Z"
  }
}
