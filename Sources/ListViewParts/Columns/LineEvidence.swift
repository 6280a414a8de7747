internal import Values

/// What lines of text have in common, word by word.
///
/// Programs print lines whose words have their places: the third one is always a name, the fifth a
/// size. A place where few words come again and again steps back after one if they differ.
struct LineEvidence {
  private var count = 0
  private var words: [Words] = []
  /// Whether each line is a name, an equals sign and a value.
  private var areAssignments = true

  /// No more places than this are examined.
  static let limit = 12

  /// What is known of the words in one place.
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
    let parts = line.split(separator: " ", maxSplits: Self.limit)
    for (offset, word) in parts.prefix(Self.limit).enumerated() {
      if words.count == offset { words.append(Words()) }
      words[offset].add(word)
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

  /// How such lines are drawn; nil if their words cannot be distinguished.
  var look: LineLook? {
    guard count >= 3 else { return nil }
    if areAssignments { return LineLook(words: [], isAssignment: true) }
    let looks = words.map { place -> LineLook.Word in
      // Lines that are shorter than most say nothing of a place.
      guard place.count * 2 >= count else { return .plain }
      if place.areLevels { return .level }
      if place.tones * 2 >= place.count { return .status }
      if place.areTimes { return .quiet }
      if place.arePaths { return .path }
      if place.distinct.count * 4 <= place.count { return .quiet }
      return place.areNumbers ? .number : .plain
    }
    return looks.allSatisfy { $0 == .plain } ? nil : LineLook(words: looks, isAssignment: false)
  }
}

/// How the words of a line are drawn, by their places.
public struct LineLook: Hashable, Sendable {
  /// How a word is drawn.
  public enum Word: Hashable, Sendable {
    /// As the text of the row.
    case plain
    /// One of few that come again and again, or a time.
    case quiet
    /// A number; zeros step back.
    case number
    /// Coloured by how grave it is.
    case level
    /// Coloured by its meaning.
    case status
    /// The directories step back.
    case path
  }

  /// The words from the left; those after them are plain.
  var words: [Word]
  /// Whether the line is a name, an equals sign and a value.
  var isAssignment: Bool
}

/// What a word of a line is.
enum LineWord {
  /// The word without brackets around it and signs after it.
  static func bare(_ word: Substring) -> Substring {
    var word = word
    while let last = word.last, "]):,;>".contains(last) { word.removeLast() }
    while let first = word.first, "[(<".contains(first) { word.removeFirst() }
    return word
  }

  static func level(_ word: Substring) -> Level? { Level(bare(word)) }

  static func isNumber(_ word: Substring) -> Bool {
    let bare = bare(word)
    return bare.utf8.contains { (0x30...0x39).contains($0) }
      && bare.utf8.allSatisfy { (0x30...0x39).contains($0) || ".,-+%".utf8.contains($0) }
  }

  /// A date or a clock: digits with `-`, `/` or `:` between them, or the name of a month or of a day.
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

  /// Where the equals sign after a name is; nil if the line is no assignment.
  static func assignment(in line: some StringProtocol) -> String.Index? {
    guard let sign = line.firstIndex(of: "="), sign > line.startIndex else { return nil }
    let isName = line[..<sign].utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || (0x30...0x39).contains(byte)
        || "_.-%[]".utf8.contains(byte)
    }
    return isName ? sign : nil
  }
}
