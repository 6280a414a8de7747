internal import TerminalCore

/// Which lines of the screen hold what; on a low screen the least needed go first.
struct Frame: Hashable {
  /// The line of the title; nil where there is no room for one.
  var title: Int?
  /// The line of the column heads.
  var heads: Int?
  /// The lines of the table.
  var tableLines: Range<Int>
  /// The line of keys.
  var keys: Int?

  init(_ size: TerminalSize) {
    var first = 0
    var end = size.lines
    if size.lines >= 3 {
      title = first
      first += 1
    }
    if size.lines >= 4 {
      end -= 1
      keys = end
    }
    if size.lines >= 5 {
      heads = first
      first += 1
    }
    tableLines = first..<end
  }
}
