package import Columns
internal import FeedValues
internal import Values

extension CountSpec.Key {
  /// Counts by a column: by each of its values, or by ranges if there are too many numbers or times to compare.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - list: The rows, of which a sample is examined.
  package init(of column: Column, in list: ListReading) {
    self.init(field: column.path.description)
    let values = list.sample(Self.sampleSize).compactMap { column.value(of: $0) }
    guard Set(values.map(\.string)).count > Self.fewValues, !column.isKey else { return }
    let order = ValueOrder(of: column, sample: list.sample(200), reader: list.times)
    if case .time? = order {
      let times = values.compactMap { list.times.time($0) }
      guard let first = times.min(), let last = times.max() else { return }
      let seconds = Int64(last.seconds - first.seconds)
      let length = Self.lengths.first { $0 * Int64(Self.fewValues) >= seconds }
      step = Duration.seconds(length ?? Self.lengths[Self.lengths.count - 1]).countText
    } else if [.number, .money, .size, .duration].contains(order), column.holdsQuantities {
      let numbers = values.compactMap { value in
        value.withFound { (order ?? .number).summand($0)?.approximation }
      }
      guard let least = numbers.min(), let greatest = numbers.max() else { return }
      step = Self.step(from: least, to: greatest)
    }
  }

  /// A round width of which at most a dozen cover a range of numbers; nil for an empty one.
  static func step(from least: Double, to greatest: Double) -> String? {
    let width = (greatest - least) / Double(fewValues)
    guard width > 0, width.isFinite else { return nil }
    let power = width.log10.rounded(.down)
    guard -18...30 ~= power else { return nil }
    for (digit, next) in [("1", 1.0), ("2", 2.0), ("5", 5.0), ("10", 10.0)] {
      guard let unit = Double("\(digit)e\(Int(power))"), unit >= width || next == 10 else {
        continue
      }
      return DecimalNumber("\(digit)e\(Int(power))")?.text
    }
    return nil
  }

  private static let sampleSize = 4_096
  /// More values than these are not read one by one.
  private static let fewValues = 12
  /// The widths of ranges of times, in seconds.
  private static let lengths: [Int64] = [
    1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800,
  ]
}

extension Double {
  /// The logarithm to base 10, without the C library: the exponent of the decimal representation is enough.
  fileprivate var log10: Double {
    var (value, power) = (self, 0.0)
    while value >= 10 { (value, power) = (value / 10, power + 1) }
    while value < 1 { (value, power) = (value * 10, power - 1) }
    return power
  }
}

extension Column {
  /// Whether numbers are amounts of something, rather than names such as process numbers and ports.
  fileprivate var holdsQuantities: Bool {
    switch look {
    case .response, .identifier: false
    default: !FieldWords(path.name).isNumbering
    }
  }
}
