internal import FeedValues
internal import Values

/// The properties shared by the values of a field that determine how they are drawn.
///
/// All sampled values count: one exception decides for the whole column, so that no cell is drawn differently
/// just because it happens to look like something else.
struct CellEvidence {
  /// The number of values examined, not counting empty ones.
  private(set) var count = 0
  private(set) var numbers = NumberEvidence()
  private(set) var names = NameEvidence()
  private(set) var lines = LineEvidence()
  /// Whether all values are HTTP status codes.
  private(set) var areResponses = true
  /// Whether all values are HTTP request methods.
  private(set) var areMethods = true
  /// Whether all values are `true` and `false`, `yes` and `no`, or `on` and `off`.
  private(set) var areBooleans = true
  /// Whether all values are names of log levels.
  private(set) var areLevels = true

  /// The maximum number of values examined.
  static let limit = 512
  /// The maximum number of bytes examined of a value.
  private static let longest = 512

  /// Examines a value that is neither null nor an object.
  ///
  /// - Returns: Whether the value is the first to break a property that the values before it shared.
  mutating func add(_ value: JSONValue) -> Bool {
    guard !isComplete, value.isScalar else { return false }
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

  /// Whether no more values are examined.
  var isComplete: Bool { count >= Self.limit }

  /// The shared properties, one bit each.
  private var traits: Int {
    [
      areResponses, areMethods, areBooleans, areLevels, numbers.areNumbers, numbers.areWhole,
      numbers.straddlesZero, numbers.areSigned, numbers.havePercentSigns,
    ].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  /// Merges the evidence of a field that stands in for this one.
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

/// The properties shared by the numbers of a field.
struct NumberEvidence {
  /// Whether all values are whole numbers with no sign other than `-`.
  private(set) var areWhole = true
  /// Whether all values are numbers, ignoring a trailing percent sign.
  private(set) var areNumbers = true
  /// Whether all values end in a percent sign.
  private(set) var havePercentSigns = true
  /// Whether all values other than zeros are written with a sign, at least one of them with `+`.
  var areSigned: Bool { hasPlus && !lacksSign }
  /// The least and the greatest value; nil without numbers.
  private(set) var range: ClosedRange<Double>?
  private var hasPlus = false
  private var lacksSign = false

  /// Whether some numbers are positive and some negative.
  var straddlesZero: Bool { range.map { $0.lowerBound < 0 && $0.upperBound > 0 } ?? false }

  mutating func add(_ text: String) {
    let number = NumberText.withoutPercentSign(text)
    havePercentSigns = havePercentSigns && number.utf8.count < text.utf8.count
    guard NumberText.isNumber(String(number)), let value = Double(number), value.isFinite else {
      // A placeholder for a missing value does not speak against numbers.
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

/// The properties shared by dotted names and paths.
struct NameEvidence {
  private var count = 0
  /// Whether a value contains white space, or anything else that does not occur in names.
  private var hasOther = false
  private var dotted = 0
  private var heads: Set<Int> = []
  private var values: Set<Int> = []
  /// The smallest number of parts of a dotted name.
  private var minimumParts = Int.max
  private var slashed = 0
  private var hasLetters = false
  /// Whether all values are URLs.
  private var areAddresses = true

  /// The maximum number of names that are distinguished.
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
    guard bytes.contains(UInt8(ascii: ".")) else { return }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.contains(""), parts.allSatisfy({ $0.first?.isLetter ?? false })
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

  /// The number of leading parts of dotted names that form the family; nil if they form none.
  ///
  /// Families have several members, such as `charge.failed` and `charge.succeeded`, whereas each file and each
  /// host has a name of its own.
  var familyParts: Int? {
    guard !hasOther, slashed == 0, dotted * 2 >= count, values.count > 1 else { return nil }
    guard heads.count * 4 <= values.count * 3 else { return nil }
    return minimumParts - 1
  }

  /// Whether most values are paths, and none contains anything that does not occur in paths.
  var arePaths: Bool {
    !hasOther && !areAddresses && slashed * 5 >= count * 4 && hasLetters && count > 0
  }
}

/// The vocabulary of HTTP.
///
/// Source: RFC 9110, sections 9 and 15; IANA, "HTTP Status Code Registry".
enum HTTP {
  /// The effect of a request method on the resource.
  enum Effect: Hashable { case reads, writes, removes, neither }

  static let methods: [String: Effect] = [
    "GET": .reads, "HEAD": .reads, "POST": .writes, "PUT": .writes, "PATCH": .writes,
    "DELETE": .removes, "OPTIONS": .neither, "CONNECT": .neither, "TRACE": .neither,
  ]

  /// Whether a text is a status code in actual use, including 499 and 52x of proxies.
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

/// A word for true or false.
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
