/// A duration in whole units of one kind, for the title bar.
struct SpanText {
  /// The text, as in `8 s`, `2 min`, `3 h`, `2 d`.
  let text: String
  /// The time for which the text stays the same while the duration grows.
  let rest: Duration

  /// Creates the text of a duration; a negative one counts as zero.
  init(_ span: Duration) {
    let seconds = max(0, span.components.seconds)
    let unit = Self.units.last { seconds >= $0.from } ?? Self.units[0]
    text = "\(seconds / unit.seconds) \(unit.name)"
    rest = max(.milliseconds(1), .seconds((seconds / unit.seconds + 1) * unit.seconds) - span)
  }

  private static let units: [(from: Int64, seconds: Int64, name: String)] = [
    (0, 1, "s"), (60, 60, "min"), (3_600, 3_600, "h"), (172_800, 86_400, "d"),
  ]
}
