/// Measures as people write them: `1.2G`, `512 KiB`, `85%`, `1,024`, `3h12m`, `2 weeks ago`, `01:02:03`.
enum Measure {
  /// The number of a text with a unit of size behind it, or none; nil where it is something else.
  ///
  /// A capital alone, as `df -h` writes it, and `Ki` are powers of 1,024; `kB` and `MB` of 1,000.
  static func size(_ text: String) -> Double? {
    var rest = text[...]
    guard let number = takeNumber(&rest) else { return nil }
    while rest.first == " " { rest.removeFirst() }
    if rest.isEmpty || rest == "%" { return number }
    let isPerSecond = rest.hasSuffix("/s")
    if isPerSecond { rest.removeLast(2) }
    let prefix = rest.first.flatMap { prefixes.firstIndex(of: Character($0.uppercased())) }
    guard let prefix else {
      return ["b", "B", "byte", "bytes"].contains(rest) ? number : nil
    }
    let letter = rest.removeFirst()
    let isBinary: Bool
    switch rest {
    case "i", "iB", "ib": isBinary = true
    case "B", "b", "bps": isBinary = false
    case "": isBinary = letter.isUppercase
    default: return nil
    }
    if letter == "m" { return rest.isEmpty ? number / 1_000 : nil }
    let base: Double = isBinary ? 1_024 : 1_000
    return (0...prefix).reduce(number) { result, _ in result * base }
  }

  /// The seconds of a text that is a time that something takes or took; nil where it is something
  /// else.
  static func duration(_ text: String) -> Double? {
    if text.contains(":") { return clock(text) }
    var rest = text.lowercased()[...]
    var isNegative = false
    if rest.first == "-" {
      isNegative = true
      rest.removeFirst()
    }
    var seconds = 0.0
    var hasUnit = false
    while !rest.isEmpty {
      if rest.first == " " {
        rest.removeFirst()
      } else if let number = takeNumber(&rest) {
        while rest.first == " " { rest.removeFirst() }
        guard let unit = takeUnit(&rest) else { return nil }
        seconds += number * unit
        hasUnit = true
      } else {
        let word = rest.prefix { $0.isLetter }
        rest = rest.dropFirst(word.count)
        if word == "a" || word == "an" {
          while rest.first == " " { rest.removeFirst() }
          guard let unit = takeUnit(&rest) else { return nil }
          seconds += unit
          hasUnit = true
        } else if word == "less" {
          seconds -= 0.5
        } else if !["up", "about", "than", "ago"].contains(word) {
          return nil
        }
      }
    }
    return hasUnit ? (isNegative ? -seconds : seconds) : nil
  }

  /// `[[days-]hours:]minutes:seconds`, as ps(1) writes it.
  private static func clock(_ text: String) -> Double? {
    var rest = text[...]
    var days = 0.0
    if let hyphen = rest.firstIndex(of: "-"), hyphen > rest.startIndex {
      guard let count = Double(rest[..<hyphen]) else { return nil }
      days = count
      rest = rest[rest.index(after: hyphen)...]
    }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var seconds = 0.0
    for part in parts {
      guard part.first?.isNumber == true, let number = Double(part) else { return nil }
      seconds = seconds * 60 + number
    }
    return days * 86_400 + seconds
  }

  /// Takes digits, with commas between groups and a fraction, from the start.
  private static func takeNumber(_ rest: inout Substring) -> Double? {
    let isNegative = rest.first == "-"
    let start = isNegative ? rest.dropFirst() : rest
    let digits = start.prefix { ("0"..."9").contains($0) || $0 == "," || $0 == "." }
    guard digits.first.map({ ("0"..."9").contains($0) || $0 == "." }) == true,
      let number = Double(digits.filter { $0 != "," })
    else { return nil }
    rest = start[digits.endIndex...]
    return isNegative ? -number : number
  }

  private static func takeUnit(_ rest: inout Substring) -> Double? {
    let word = rest.prefix { $0.isLetter || $0 == "µ" }
    guard let unit = units[word] else { return nil }
    rest = rest[word.endIndex...]
    return unit
  }

  private static let prefixes: [Character] = ["K", "M", "G", "T", "P", "E", "Z", "Y"]

  private static let units: [Substring: Double] = {
    var units: [Substring: Double] = [:]
    for (names, seconds) in [
      ("ns", 1e-9), ("us µs μs", 1e-6), ("ms", 1e-3), ("s sec secs second seconds", 1),
      ("m min mins minute minutes", 60), ("h hr hrs hour hours", 3_600), ("d day days", 86_400),
      ("w wk week weeks", 604_800), ("mo month months", 2_629_746), ("y yr year years", 31_556_952),
    ] {
      for name in names.split(separator: " ") { units[name] = seconds }
    }
    return units
  }()
}
