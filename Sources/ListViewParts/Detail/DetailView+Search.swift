internal import FeedValues
internal import Patterns
internal import TerminalCore

extension DetailView {
  /// A text with its search matches highlighted.
  ///
  /// - Parameters:
  ///   - segment: The text; quotation marks around a string are not searched.
  ///   - value: The value of the text, which may show only its start: a match in the rest highlights the `…`.
  /// - Returns: The segments of the text.
  func lit(_ segment: Segment, of value: JSONValue? = nil) -> [Segment] {
    guard let pattern = detail.search?.pattern else { return [segment] }
    var inside = segment.text[...]
    let isQuoted = value?.kind == .string && inside.hasPrefix("\"")
    if isQuoted { inside = inside.dropFirst() }
    if isQuoted, inside.hasSuffix("\"") { inside = inside.dropLast() }
    var ranges = pattern.ranges(in: String(inside)).map { range in
      inside.utf8.index(
        inside.startIndex,
        offsetBy: range.lowerBound
      )..<inside.utf8.index(inside.startIndex, offsetBy: range.upperBound)
    }
    if ranges.isEmpty, inside.hasSuffix("…"), let value, value.isScalar,
      pattern.matches(value.string(limit: Pattern.textLimit).text)
    {
      ranges = [inside.index(before: inside.endIndex)..<inside.endIndex]
    }
    var segments: [Segment] = []
    var position = segment.text.startIndex
    func add(upTo end: String.Index, isFound: Bool) {
      guard position < end else { return }
      var piece = segment
      piece.text = String(segment.text[position..<end])
      piece.isFound = isFound
      segments.append(piece)
      position = end
    }
    for range in ranges {
      add(upTo: range.lowerBound, isFound: false)
      add(upTo: range.upperBound, isFound: true)
    }
    add(upTo: segment.text.endIndex, isFound: false)
    return segments
  }
}
