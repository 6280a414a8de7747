/// The screen lines of the pinned rows, the rule below them and the table.
package struct PinLayout: Hashable {
  package var pins: Range<Int>
  package var rule: Int?
  package var table: Range<Int>

  /// Divides lines: pinned rows get at most a third, and a low screen has no rule.
  package init(lines: Range<Int>, count: Int) {
    let room = lines.count < 3 ? 0 : max(1, lines.count / 3)
    let pinned = min(count, room)
    let hasRule = pinned > 0 && lines.count >= 6
    pins = lines.prefix(pinned)
    rule = hasRule ? pins.upperBound : nil
    table = pins.upperBound + (hasRule ? 1 : 0)..<lines.upperBound
  }
}
