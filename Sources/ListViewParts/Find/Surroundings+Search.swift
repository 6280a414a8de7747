package import Feeds
package import Patterns

/// What is searched is what is shown: the text of the columns on the screen, as it is written there,
/// cut or not, and the key of the row.
extension Surroundings {
  /// Whether the row shows a match.
  ///
  /// - Parameters:
  ///   - pattern: What is looked for.
  ///   - row: The row.
  /// - Returns: Whether a column on the screen, or the key, holds it.
  package func shows(_ pattern: Pattern, in row: Row) -> Bool {
    // Most rows show nothing, and need no second look.
    if pattern.isWord, lacks(pattern, row) { return false }
    return layout.places.contains { place in
      let column = columns[place.column]
      let isPlain = column.format == .text || column.format == .number
      // Written as they are in the feed: no text has to be made.
      if isPlain, let value = column.value(of: row), value.isScalar {
        if value.withString({ pattern.matches($0) }) { return true }
        guard column.look.changesText else { return false }
        return pattern.matches(column.shownText(of: value, in: row, calendar, at: present))
      }
      return pattern.matches(column.text(of: row, in: calendar, at: present))
    } || pattern.matches(row.id.description)
  }

  /// What is written in the columns on the screen.
  var searchedColumns: [Search.ColumnText] {
    layout.places.map { Search.ColumnText(columns[$0.column]) }
  }

  /// Whether the row as it arrived holds nothing that any of its columns could write as such a word.
  private func lacks(_ pattern: Pattern, _ row: Row) -> Bool {
    let isWrittenAsItIs = layout.places.allSatisfy { place in
      let column = columns[place.column]
      return switch column.format {
      case .text, .number, .json: !column.look.changesText
      // Digits and signs, `yes` and `no`, codes of three letters, and `_` as a space.
      case .time(.clock), .time(.dateAndClock), .money, .amount, .status, .boolean: true
      // Words that are not in the feed.
      case .time(.ago), .bytes, .duration, .level: false
      }
    }
    guard isWrittenAsItIs else { return false }
    return row.value.text.withBytes { !$0.contains(UInt8(ascii: "\\")) && !pattern.matches($0) }
      && row.id.key.withBytes { !$0.contains(UInt8(ascii: "\\")) && !pattern.matches($0) }
  }
}
