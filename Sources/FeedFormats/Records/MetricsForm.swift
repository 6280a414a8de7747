import FeedValues
import Values

/// Metrics in the text format of Prometheus: a row for each series, with the rates of counters.
///
/// Source: "Exposition formats", prometheus.io; OpenMetrics 1.0.
package struct MetricsForm: Sendable {
  /// The series of the last run, for the rates of the next one.
  package struct Memory: Sendable {
    fileprivate var counts: [[UInt8]: (value: Double, instant: ContinuousClock.Instant)] = [:]

    fileprivate static let capacity = 100_000

    /// Creates a memory of no metrics.
    package init() {}
  }

  package private(set) var memory: Memory
  /// When the current lines arrived.
  private let arrival: ContinuousClock.Instant?
  /// The types in the `# TYPE` comments of the metrics.
  private var types: [[UInt8]: [UInt8]] = [:]

  package init(_ memory: Memory, arriving instant: ContinuousClock.Instant?) {
    (self.memory, arrival) = (memory, instant)
  }

  /// Whether some lines are metrics: a comment that declares a type, or only series with labels.
  static func holds(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    let lines = lines.filter { !$0.allSatisfy(\.isBlank) }
    guard let first = lines.first else { return false }
    var cursor = LogCursor(first)
    if cursor.skip(text: "# HELP ") || cursor.skip(text: "# TYPE ") {
      return cursor.take(while: isNamePart) != nil && cursor.peek() == UInt8(ascii: " ")
    }
    let samples = lines.filter { $0.first != UInt8(ascii: "#") }
    return samples.count > 1 && samples.allSatisfy { Sample($0) != nil }
      && samples.contains { Sample($0)?.labels.isEmpty == false }
  }

  /// Reads a line; anything other than a sample or a comment is a line of text.
  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    guard !line.allSatisfy(\.isBlank) else { return }
    if line.first == UInt8(ascii: "#") {
      values.note(.legend)
      var cursor = LogCursor(line)
      if cursor.skip(text: "# TYPE "), let name = cursor.take(while: Self.isNamePart) {
        cursor.skipSpaces()
        if types.count < Memory.capacity {
          types[Array(line[name])] = Array(line[cursor.rest()])
        }
      }
      return
    }
    guard let sample = Sample(line) else { return values.appendLine(line) }
    let type = type(of: Array(line[sample.name]))
    let rate = rate(of: sample, type, line)
    values.appendValue(from: .sample) { text in
      text += "{\"series\":".utf8
      text.appendJSONString(UnsafeBufferPointer(rebasing: line[sample.series]))
      text += ",\"value\":".utf8
      let number = UnsafeBufferPointer(rebasing: line[sample.value])
      if isJSONNumber(number) {
        text.append(contentsOf: number)
      } else {
        text.appendJSONString(number)
      }
      if let rate { text += ",\"rate\":\(rate)".utf8 }
      if let type {
        text += ",\"type\":".utf8
        text.appendJSONString(type)
      }
      if !sample.labels.isEmpty {
        text += ",\"labels\":{".utf8
        for (offset, label) in sample.labels.enumerated() {
          if offset > 0 { text.append(UInt8(ascii: ",")) }
          text.appendJSONString(UnsafeBufferPointer(rebasing: line[label.name]))
          text.append(UInt8(ascii: ":"))
          text.appendJSONString(Logfmt.unescaped(line[label.value]))
        }
        text.append(UInt8(ascii: "}"))
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// The type of a metric; the series of a histogram have its name with a suffix.
  private func type(of name: [UInt8]) -> [UInt8]? {
    if let type = types[name] { return type }
    for ending in ["_bucket", "_count", "_sum", "_total", "_created", "_info"] {
      guard name.count > ending.utf8.count, name.reversed().starts(with: ending.utf8.reversed())
      else { continue }
      return types[name.dropLast(ending.utf8.count)]
    }
    return nil
  }

  /// The increase of a counter per second since the last run; nil if it is not a counter, or there
  /// was no run.
  private mutating func rate(
    of sample: Sample,
    _ type: [UInt8]?,
    _ line: UnsafeBufferPointer<UInt8>
  ) -> Double? {
    let isGauge = type.map {
      $0.elementsEqual("gauge".utf8) || $0.elementsEqual("summary".utf8) && !sample.counts(in: line)
    }
    guard let arrival, isGauge == false,
      let value = Double(String(decoding: line[sample.value], as: UTF8.self)), value.isFinite
    else { return nil }
    let series = Array(line[sample.series])
    let before = memory.counts[series]
    if before != nil || memory.counts.count < Memory.capacity {
      memory.counts[series] = (value, arrival)
    }
    guard let before else { return nil }
    let seconds = (arrival - before.instant) / .seconds(1)
    guard seconds > 0 else { return nil }
    // A counter that is lower than before was reset.
    let rate = ((value < before.value ? value : value - before.value) / seconds * 1_000).rounded()
    return rate.isFinite ? rate / 1_000 : nil
  }

  /// A sample: `name{label="value",…} 1.5 1795341600000`.
  private struct Sample {
    var name: Range<Int>
    var series: Range<Int>
    var value: Range<Int>
    var labels: [(name: Range<Int>, value: Range<Int>)] = []

    init?(_ line: UnsafeBufferPointer<UInt8>) {
      var cursor = LogCursor(line)
      guard !cursor.isDigit(), let name = cursor.take(while: MetricsForm.isNamePart) else {
        return nil
      }
      self.name = name
      if cursor.skip("{") {
        cursor.skipSpaces()
        while !cursor.skip("}") {
          guard let label = cursor.take(while: MetricsForm.isNamePart), cursor.skip("="),
            let value = cursor.quoted()
          else { return nil }
          labels.append((label, value))
          cursor.skipSpaces()
          guard cursor.skip(",") || cursor.peek() == UInt8(ascii: "}") else { return nil }
          cursor.skipSpaces()
        }
      }
      series = name.lowerBound..<cursor.position
      guard cursor.skipSpaces() > 0, let value = cursor.word(),
        Double(cursor.text(value)) != nil
      else { return nil }
      self.value = value
      // A time may follow, and in OpenMetrics an exemplar after a number sign.
      cursor.skipSpaces()
      if cursor.isAtEnd || cursor.peek() == UInt8(ascii: "#") { return }
      guard let time = cursor.word(), Double(cursor.text(time)) != nil else { return nil }
    }

    /// Whether the series of a summary is a counter, as its `_count` and `_sum` are.
    func counts(in line: UnsafeBufferPointer<UInt8>) -> Bool {
      let name = String(decoding: line[name], as: UTF8.self)
      return name.hasSuffix("_count") || name.hasSuffix("_sum")
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: ".") || byte >= 0x80
  }
}
