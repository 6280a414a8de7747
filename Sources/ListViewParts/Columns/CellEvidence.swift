internal import Feeds
internal import Values

/// What the values of a field have in common, as far as it decides how they are drawn.
///
/// All sampled values count: one that does not fit settles the matter for the whole column, so that
/// no cell is drawn differently only because it happens to look like something else.
struct CellEvidence {
  /// How many values were examined, empty ones omitted.
  private(set) var count = 0
  private(set) var numbers = NumberEvidence()
  private(set) var names = NameEvidence()
  private(set) var lines = LineEvidence()
  /// Whether all values are status codes of HTTP.
  private(set) var areResponses = true
  /// Whether all values are request methods of HTTP.
  private(set) var areMethods = true
  /// Whether all values are `true` and `false`, `yes` and `no`, or `on` and `off`.
  private(set) var areBooleans = true
  /// Whether all values are words for levels of a log.
  private(set) var areLevels = true

  /// No more values than this are examined.
  static let limit = 512
  /// No more bytes of a value than this are examined.
  private static let longest = 512

  /// Looks at a value that is neither null nor an object.
  ///
  /// - Returns: Whether it is the first one that does not fit what the values before it had in common.
  mutating func add(_ value: JSONValue) -> Bool {
    guard count < Self.limit, value.isScalar else { return false }
    let text = value.string(limit: Self.longest).text
    guard !text.isEmpty else { return false }
    let before = traits
    count += 1
    numbers.add(text)
    names.add(text)
    lines.add(text)
    areResponses = areResponses && HTTP.isStatus(text)
    areMethods = areMethods && HTTP.methods[text.uppercased()] != nil
    areBooleans = areBooleans && BooleanWord(text) != nil
    areLevels = areLevels && Level(text) != nil
    return count > 1 && before != traits
  }

  /// What the values have in common, one bit for each trait.
  private var traits: Int {
    [
      areResponses, areMethods, areBooleans, areLevels, numbers.areNumbers, numbers.areWhole,
      numbers.straddlesZero, numbers.areSigned, numbers.havePercentSigns,
    ].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  /// Merges what is known of a field that stands in for this one.
  mutating func merge(_ other: CellEvidence) {
    count += other.count
    numbers.merge(other.numbers)
    names.merge(other.names)
    lines.merge(other.lines)
    areResponses = areResponses && other.areResponses
    areMethods = areMethods && other.areMethods
    areBooleans = areBooleans && other.areBooleans
    areLevels = areLevels && other.areLevels
  }
}

/// What the numbers of a field have in common.
struct NumberEvidence {
  /// Whether all values are whole numbers without a sign but `-`.
  private(set) var areWhole = true
  /// Whether all values are numbers, a percent sign after them omitted.
  private(set) var areNumbers = true
  /// Whether all values have a percent sign after them.
  private(set) var havePercentSigns = true
  /// Whether all values but zeros are written with a sign, some of them with `+`.
  var areSigned: Bool { hasPlus && !lacksSign }
  /// The least and the greatest value.
  private(set) var range: ClosedRange<Double>?
  private var hasPlus = false
  private var lacksSign = false

  /// Whether there are numbers on both sides of zero.
  var straddlesZero: Bool { range.map { $0.lowerBound < 0 && $0.upperBound > 0 } ?? false }

  mutating func add(_ text: String) {
    let number = NumberText.withoutPercentSign(text)
    havePercentSigns = havePercentSigns && number.utf8.count < text.utf8.count
    guard NumberText.isNumber(String(number)), let value = Double(number), value.isFinite else {
      // What is missing is no evidence against numbers.
      guard text != "-" else { return }
      (areNumbers, areWhole, lacksSign) = (false, false, true)
      return
    }
    areWhole =
      areWhole && number.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    if number.hasPrefix("+") {
      hasPlus = true
    } else if value > 0 {
      lacksSign = true
    }
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  mutating func merge(_ other: NumberEvidence) {
    areWhole = areWhole && other.areWhole
    areNumbers = areNumbers && other.areNumbers
    havePercentSigns = havePercentSigns && other.havePercentSigns
    hasPlus = hasPlus || other.hasPlus
    lacksSign = lacksSign || other.lacksSign
    guard let own = range, let others = other.range else {
      range = range ?? other.range
      return
    }
    range =
      min(own.lowerBound, others.lowerBound)...max(own.upperBound, others.upperBound)
  }
}

/// What dotted names and paths have in common.
struct NameEvidence {
  private var count = 0
  /// Whether a value has white space, or something else that no name has.
  private var hasOther = false
  private var dotted = 0
  private var heads: Set<Int> = []
  private var values: Set<Int> = []
  /// The fewest parts of a dotted name.
  private var minimumParts = Int.max
  private var slashed = 0
  private var hasLetters = false
  /// Whether all values name a place on the network.
  private var areAddresses = true

  /// No more different names than this are inferred from each other.
  private static let limit = 128

  mutating func add(_ text: String) {
    count += 1
    let bytes = text.utf8
    areAddresses = areAddresses && text.contains("://")
    hasOther =
      hasOther
      || bytes.contains { $0 <= 0x20 || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ",") }
    guard !hasOther else { return }
    if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
      slashed += 1
      hasLetters = hasLetters || text[slash...].contains(where: \.isLetter)
      return
    }
    if values.count < Self.limit { values.insert(text.hashValue) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, !parts.contains(""), parts.allSatisfy({ $0.first?.isLetter ?? false })
    else { return }
    dotted += 1
    minimumParts = min(minimumParts, parts.count)
    if heads.count < Self.limit {
      heads.insert(parts.dropLast().joined(separator: ".").hashValue)
    }
  }

  mutating func merge(_ other: NameEvidence) {
    count += other.count
    hasOther = hasOther || other.hasOther
    areAddresses = areAddresses && other.areAddresses
    dotted += other.dotted
    slashed += other.slashed
    hasLetters = hasLetters || other.hasLetters
    heads.formUnion(other.heads)
    values.formUnion(other.values)
    minimumParts = min(minimumParts, other.minimumParts)
  }

  /// How many parts of dotted names are the family; nil if they are no families: these have several
  /// members, as `charge.failed` and `charge.succeeded`, while each file and each host has a name
  /// of its own.
  var familyParts: Int? {
    guard !hasOther, slashed == 0, dotted * 2 >= count, values.count > 1 else { return nil }
    guard heads.count * 4 <= values.count * 3 else { return nil }
    return minimumParts - 1
  }

  /// Whether most values are paths, and none has something in it that no path has.
  var arePaths: Bool {
    !hasOther && !areAddresses && slashed * 5 >= count * 4 && hasLetters && count > 0
  }
}

/// Words of HTTP.
///
/// Source: RFC 9110, sections 9 and 15; IANA, "HTTP Status Code Registry".
enum HTTP {
  /// What a method does to what it names.
  enum Effect: Hashable { case reads, writes, removes, neither }

  static let methods: [String: Effect] = [
    "GET": .reads, "HEAD": .reads, "POST": .writes, "PUT": .writes, "PATCH": .writes,
    "DELETE": .removes, "OPTIONS": .neither, "CONNECT": .neither, "TRACE": .neither,
  ]

  /// Whether a text is a status code that servers send, 499 and 52x of proxies among them.
  static func isStatus(_ text: String) -> Bool {
    guard text.utf8.count == 3, let code = Int(text) else { return false }
    switch code {
    case 100...103, 200...208, 226, 300...308, 400...418, 421...429, 431, 444, 451, 499, 500...511,
      520...530:
      return true
    default: return false
    }
  }
}

/// A word that says yes or no.
enum BooleanWord: Hashable {
  case yes, no

  init?(_ text: String) {
    guard text.utf8.count <= 5 else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on", "✓", "y": self = .yes
    case "false", "no", "off", "✗", "n": self = .no
    default: return nil
    }
  }
}
