internal import Values

/// The properties shared by lines of text, word by word.
///
/// In lines printed by programs, words have fixed positions: the third is always a name, the fifth a size. A
/// position where a few words recur is dimmed, provided that some words differ.
struct LineEvidence {
  private var count = 0
  private var words: [Words] = []
  /// Whether each line consists of a name, an equals sign and a value.
  private var areAssignments = true

  /// The maximum number of positions examined.
  static let limit = 12

  /// The properties shared by the words at one position.
  private struct Words {
    var count = 0
    var distinct: Set<Int> = []
    var areTimes = true
    var areNumbers = true
    var areLevels = true
    var arePaths = true
    var tones = 0

    mutating func add(_ word: Substring) {
      count += 1
      if distinct.count < 64 { distinct.insert(word.hashValue) }
      areTimes = areTimes && LineWord.isTime(word)
      areNumbers = areNumbers && LineWord.isNumber(word)
      areLevels = areLevels && LineWord.level(word) != nil
      arePaths = arePaths && word.utf8.first == UInt8(ascii: "/")
      if StatusTone(String(LineWord.bare(word))) != .neutral { tones += 1 }
    }

    mutating func merge(_ other: Words) {
      count += other.count
      distinct.formUnion(other.distinct)
      areTimes = areTimes && other.areTimes
      areNumbers = areNumbers && other.areNumbers
      areLevels = areLevels && other.areLevels
      arePaths = arePaths && other.arePaths
      tones += other.tones
    }
  }

  mutating func add(_ line: String) {
    count += 1
    areAssignments = areAssignments && LineWord.assignment(in: line) != nil
    let parts = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: Self.limit)
    for (offset, word) in parts.prefix(Self.limit).enumerated() {
      if words.count == offset { words.append(Words()) }
      words[offset].add(Substring(word))
    }
  }

  mutating func merge(_ other: LineEvidence) {
    count += other.count
    areAssignments = areAssignments && other.areAssignments
    for (offset, place) in other.words.enumerated() {
      if words.count == offset {
        words.append(place)
      } else {
        words[offset].merge(place)
      }
    }
  }

  /// The style of such lines; nil if no words are to be distinguished.
  ///
  /// - Parameter areMessages: Whether the lines are messages, without the beginning of a log line. Nothing in a
  ///   message is dimmed, however often it occurs, because the line is read for it.
  /// - Returns: The look.
  func look(areMessages: Bool) -> LineLook? {
    guard count >= 3 else { return nil }
    if areAssignments, !areMessages { return LineLook(words: [], isAssignment: true) }
    var isPrefix = !areMessages
    let looks = words.map { place -> LineLook.Word in
      // A position that most lines do not reach is left plain.
      guard place.count * 2 >= count else { return .plain }
      if place.tones * 2 >= place.count, !place.areLevels || areMessages { return .status }
      if areMessages { return .plain }
      if place.areLevels { return .level }
      if place.areTimes { return isPrefix ? .quiet : .plain }
      if place.arePaths { return .path }
      if place.distinct.count * 4 <= place.count { return isPrefix ? .quiet : .plain }
      isPrefix = false
      return place.areNumbers ? .number : .plain
    }
    return looks.allSatisfy { $0 == .plain } ? nil : LineLook(words: looks, isAssignment: false)
  }
}

/// The styles of the words of a line, by position.
package struct LineLook: Hashable, Sendable {
  /// The style of a word.
  package enum Word: Hashable, Sendable {
    /// Like the text of the row.
    case plain
    /// Dimmed: one of a few recurring words, or a time.
    case quiet
    /// A number; zeros are dimmed.
    case number
    /// Coloured by severity.
    case level
    /// Coloured by its meaning.
    case status
    /// A path; the directories are dimmed.
    case path
  }

  /// The styles from the left; words after the last one are plain.
  var words: [Word]
  /// Whether the line consists of a name, an equals sign and a value.
  var isAssignment: Bool
}

/// Classifies the words of a line.
enum LineWord {
  /// The word without enclosing brackets and trailing punctuation.
  static func bare(_ word: Substring) -> Substring {
    var bytes = word.utf8
    while let last = bytes.last, "]):,;>".utf8.contains(last) { bytes.removeLast() }
    while let first = bytes.first, "[(<".utf8.contains(first) { bytes.removeFirst() }
    return Substring(bytes)
  }

  static func level(_ word: Substring) -> Level? { Level(bare(word)) }

  static func isNumber(_ word: Substring) -> Bool {
    let bare = bare(word)
    return bare.utf8.contains { (0x30...0x39).contains($0) }
      && bare.utf8.allSatisfy { (0x30...0x39).contains($0) || ".,-+%".utf8.contains($0) }
  }

  /// Whether the word is a date or a clock: digits separated by `-`, `/` or `:`, or the name of a month or
  /// weekday.
  static func isTime(_ word: Substring) -> Bool {
    let bare = bare(word)
    guard 3...40 ~= bare.utf8.count else {
      return bare.utf8.count <= 2 && isNumber(word)
    }
    if names.contains(bare.prefix(3).lowercased()), bare.allSatisfy(\.isLetter) { return true }
    let digits = bare.utf8.count { (0x30...0x39).contains($0) }
    if digits == bare.utf8.count { return digits == 4 && bare.hasPrefix("20") }
    return digits >= 4 && digits * 5 >= bare.utf8.count * 3
      && bare.utf8.allSatisfy {
        (0x30...0x39).contains($0) || "-:/.,+TZ".utf8.contains($0)
      } && bare.contains { "-:/".contains($0) }
  }

  private static let names: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon",
    "tue", "wed", "thu", "fri", "sat", "sun",
  ]

  /// The position of the equals sign after a name; nil if the line is not an assignment.
  static func assignment(in line: some StringProtocol) -> String.Index? {
    guard let sign = line.firstIndex(of: "="), sign > line.startIndex else { return nil }
    let isName = line[..<sign].utf8.allSatisfy { byte in
      byte.isLetter || (0x30...0x39).contains(byte)
        || "_.-%[]".utf8.contains(byte)
    }
    return isName ? sign : nil
  }
}
