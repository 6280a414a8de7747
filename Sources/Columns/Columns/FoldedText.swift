internal import TerminalCore

/// A text of several lines as a cell shows it: its first line, and the one of the others that says most.
///
/// In a stack trace that is the exception, which Python writes last, and Java first.
struct FoldedText {
  /// The text on one line.
  private(set) var text: String
  /// The bytes of the sign that stands for the lines left out.
  private(set) var sign: Range<Int>

  /// The sign.
  static let mark = "▸"

  /// Folds a text; nil if it has only one line.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init?(_ text: String) {
    // Most texts have one line.
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    let lines = text.utf8.split(whereSeparator: {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    })
    .map { Substring($0) }
    .filter { line in !line.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    guard let first = lines.first, lines.count > 1 else { return nil }
    let rest = lines.dropFirst()
    let essence =
      rest.last(where: Self.isTelling).map { String($0.trimming) } ?? Text.lines(rest.count)
    let start = first.trimming
    self.text = "\(start) \(Self.mark) \(essence)"
    let count = start.utf8.count + 1
    sign = count..<count + Self.mark.utf8.count
  }

  /// Whether a line is more than the place of something: those are indented, or announce what follows.
  private static func isTelling(_ line: Substring) -> Bool {
    guard let first = line.utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "\t")
    else { return false }
    return line.contains(where: \.isLetter) && line.utf8.last != UInt8(ascii: ":")
      && !["goroutine ", "at "].contains(where: line.hasPrefix)
  }

  /// The texts of a folded cell.
  enum Text {
    static func lines(_ count: Int) -> String { "\(count) more line\(count == 1 ? "" : "s")" }
  }
}

extension ColumnCell {
  /// Styles the sign that stands for folded lines.
  mutating func mark(_ folded: FoldedText, of whole: String) {
    let bytes = folded.text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: folded.sign.lowerBound)
    let column = DisplayWidth.width(of: folded.text[..<start], limit: Column.maximumWidth)
    let sign = column..<column + FoldedText.mark.displayWidth
    runs.append(Run(columns: sign, role: .accent))
    self.folded = (whole, sign)
  }
}
