/// How long something has lasted, or lasts still, as the title says it: in whole units of one kind.
struct SpanText {
  /// `8 s`, `2 min`, `3 h`, `2 d`.
  let text: String
  /// How long the text stays as it is while the span grows.
  let rest: Duration

  /// Words for a span; one that is negative counts as none.
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
