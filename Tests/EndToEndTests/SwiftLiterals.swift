/// The string literals of a Swift file, as far as text is written in them.
struct SwiftLiterals {
  /// A literal: where it stands, and its text between interpolations.
  struct Literal {
    var line: Int
    var pieces: [String] = []
  }

  private let text: [Character]
  private var position = 0
  private var line = 1
  private(set) var literals: [Literal] = []

  /// Reads a file, or a part of one.
  init(_ source: some StringProtocol) {
    text = Array(source)
    readCode(isInterpolation: false)
  }

  private func starts(with word: String) -> Bool {
    text.dropFirst(position).starts(with: word)
  }

  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<count where position < text.count {
      if text[position].isNewline { line += 1 }
      position += 1
    }
  }

  /// Reads code up to its end, or to the bracket that closes an interpolation.
  private mutating func readCode(isInterpolation: Bool) {
    var depth = 0
    while position < text.count {
      if starts(with: "//") {
        while position < text.count, !text[position].isNewline { skip() }
      } else if let hashes = openingHashes {
        readLiteral(hashes)
      } else {
        if isInterpolation, text[position] == "(" { depth += 1 }
        if isInterpolation, text[position] == ")" {
          if depth == 0 { return skip() }
          depth -= 1
        }
        skip()
      }
    }
  }

  /// The number signs before a quotation mark here; nil if there is none.
  private var openingHashes: Int? {
    let hashes = text.dropFirst(position).prefix { $0 == "#" }.count
    let isLiteral = position + hashes < text.count && text[position + hashes] == "\""
    return isLiteral ? hashes : nil
  }

  private mutating func readLiteral(_ hashes: Int) {
    var literal = Literal(line: line)
    skip(hashes)
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    skip(quotes)
    let sign = String(repeating: "#", count: hashes)
    let end = String(repeating: "\"", count: quotes) + sign
    var piece = ""
    while position < text.count, !starts(with: end) {
      if starts(with: "\\\(sign)(") {
        literal.pieces.append(piece)
        piece = ""
        skip(hashes + 2)
        readCode(isInterpolation: true)
      } else if starts(with: "\\" + sign) {
        // A line that is continued is one text; any other escape is not a word.
        skip(hashes + 1)
        piece.append(text[min(position, text.count - 1)].isNewline ? " " : "·")
        skip()
      } else {
        piece.append(text[position])
        skip()
      }
    }
    skip(end.count)
    literals.append(Literal(line: literal.line, pieces: literal.pieces + [piece]))
  }
}
