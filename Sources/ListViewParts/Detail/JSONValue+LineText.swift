internal import FeedValues
internal import TerminalCore

extension JSONValue {
  /// The size of a container: `{…} 12`, `[…] 3`.
  var summary: String {
    let limit = 1_000
    let count = count(limit: limit)
    let brackets = kind == .object ? "{…}" : "[…]"
    return "\(brackets) \(count)\(count == limit ? "+" : "")"
  }

  /// The value on one line: verbatim if it is short, cut if it is a long text, and the size of a container
  /// otherwise.
  ///
  /// - Complexity: O(`columns`) for a scalar, whatever its length.
  package func lineText(columns: Int) -> String {
    switch kind {
    case .object, .array: return text.count <= min(columns, 60) ? string : summary
    case .string:
      let (text, isWhole) = string(limit: max(64, columns * 8))
      let inside = DisplayWidth.cut(isWhole ? text : text + "…", to: max(1, columns - 2))
      return inside.hasSuffix("…") ? "\"\(inside)" : "\"\(inside)\""
    case .number, .boolean, .null:
      return DisplayWidth.cut(string(limit: max(64, columns * 8)).text, to: columns)
    }
  }
}
