internal import TerminalCore

/// A part of a text and its role; nil for the role of the whole.
typealias CellPiece = (text: Substring, role: Theme.Role?)

extension String {
  /// A dotted name with its leading parts dimmed.
  func cut(after separator: Character, count: Int) -> [CellPiece] {
    var end = startIndex
    for _ in 0..<max(count, 0) {
      guard let next = self[end...].firstIndex(of: separator) else { break }
      let following = index(after: next)
      guard following < endIndex else { break }
      end = following
    }
    return [(self[..<end], .dim), (self[end...], nil)]
  }

  /// A path with its directories dimmed.
  func cutAfterLastSlash() -> [CellPiece] { self[...].cutAfterLastSlash() }

  /// A command line with the directories of the program and its arguments dimmed.
  func cutAsCommand() -> [CellPiece] {
    // Kernel threads have no program: `[kthreadd]`.
    if hasPrefix("["), hasSuffix("]") { return [(self[...], .dim)] }
    let end = firstIndex(of: " ") ?? endIndex
    let program = beginsWithPath ? self[..<end].cutAfterLastSlash() : [(self[..<end], nil)]
    return program + [(self[end...], .dim)]
  }

  /// Whether it begins with a path: only paths have directories, and `kworker/0` is a name.
  private var beginsWithPath: Bool { ["/", "./", "../", "~/", "…/"].contains(where: hasPrefix) }

  /// A command line that does not fit a width without the directories of its program: `…/python3 job.py`.
  ///
  /// - Complexity: O(`width`) and the length of the first word.
  package func withoutDirectories(toFit width: Int) -> String {
    guard beginsWithPath, utf8.count > width, DisplayWidth.width(of: self, limit: width + 1) > width
    else { return self }
    let program = prefix { $0 != " " }
    guard let slash = program.dropLast().lastIndex(of: "/"), slash > startIndex else { return self }
    return "…" + self[slash...]
  }

  /// The text with its middle elided to fit a width.
  ///
  /// The last component of a path stays whole if there is room for it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func shortenedInMiddle(to width: Int, isPath: Bool) -> String {
    guard utf8.count > width, width >= 5, DisplayWidth.width(of: self, limit: width + 1) > width
    else { return self }
    let tail = isPath ? lastIndex(of: "/").map { DisplayWidth.width(of: self[$0...]) } : nil
    let room = width - 1
    let wanted = tail.map { min($0, room - 2) } ?? room / 2
    let suffix = reversed().prefix(within: wanted)
    let used = suffix.reduce(0) { $0 + String($1).displayWidth }
    let prefix = prefix(within: room - used)
    return String(prefix) + "…" + String(suffix.reversed())
  }
}

extension Sequence<Character> {
  /// The longest prefix that fits a width.
  fileprivate func prefix(within width: Int) -> [Character] {
    var (characters, used) = ([Character](), 0)
    for character in self {
      used += String(character).displayWidth
      guard used <= width else { break }
      characters.append(character)
    }
    return characters
  }
}

extension Substring {
  func cutAfterLastSlash() -> [CellPiece] {
    // A trailing slash belongs to the name of a directory.
    let body = last == "/" ? dropLast() : self
    guard let slash = body.lastIndex(of: "/") else { return [(self, nil)] }
    let name = index(after: slash)
    return [(self[..<name], .dim), (self[name...], nil)]
  }
}

extension LineLook {
  /// The words of a line and the white space between them, with their roles.
  func pieces(of line: String) -> [CellPiece] {
    if isAssignment {
      guard let sign = LineWord.assignment(in: line) else { return [(line[...], nil)] }
      let value = line.index(after: sign)
      return [(line[..<sign], .accent), (line[sign..<value], .dim), (line[value...], nil)]
    }
    var pieces: [CellPiece] = []
    var rest = line[...]
    for word in words {
      let start = rest.firstIndex { $0 != " " } ?? rest.endIndex
      let end = rest[start...].firstIndex(of: " ") ?? rest.endIndex
      pieces.append((rest[..<start], nil))
      pieces += word.pieces(of: rest[start..<end])
      rest = rest[end...]
    }
    return pieces + [(rest, nil)]
  }
}

extension LineLook.Word {
  fileprivate func pieces(of word: Substring) -> [CellPiece] {
    switch self {
    case .plain: return [(word, nil)]
    case .quiet: return [(word, .dim)]
    case .number: return [(word, NumberText.isZero(String(word)) ? .dim : nil)]
    case .level: return [(word, LineWord.level(word).map { StatusTone(level: $0).role })]
    case .status:
      let tone = StatusTone(String(LineWord.bare(word)))
      return [(word, tone == .neutral ? nil : tone.role)]
    case .path: return word.cutAfterLastSlash()
    }
  }
}

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
