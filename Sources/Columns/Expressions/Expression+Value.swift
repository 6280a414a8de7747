internal import FeedValues
internal import Patterns
internal import Values

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
