internal import Feeds
internal import TerminalCore
internal import Values

/// What is known of the values of one field, in a fixed amount of memory.
struct FieldSurvey {
  /// The field, and others with its name that can stand in for it because no row has two of them.
  private(set) var paths: [FieldPath]
  /// How many rows had a scalar or an array here.
  private(set) var count = 0
  /// How many rows had an object here.
  private(set) var objectCount = 0
  /// The kinds of the values, null and objects omitted.
  private(set) var kinds: Set<JSONValue.Kind> = []
  /// How many columns of the screen the widest value takes, up to `widthLimit`.
  private(set) var widest = 0
  /// Which rows of the sample had the field; see `RowSet`.
  private(set) var rows = RowSet()
  /// The earliest and the latest time, where all values are times.
  private(set) var times: ClosedRange<FeedTime>?
  /// Whether all values are numbers, be they written in quotation marks.
  private(set) var isNumeric = true
  /// Whether all values are numbers with a sign or a unit after them: `12%`, `4.0K`, `1.2GiB`.
  private(set) var isMeasure = true
  /// Whether one of the values is long and made of letters that nobody reads.
  private var isReadable = false

  private var isTimeSoFar = true
  /// Whether the name says that the values are times, so that numbers may be some too.
  let isNamedTime: Bool
  /// Whether all values name an object whose amounts are in the minor unit of their currency.
  private(set) var namesMinorUnits = true
  /// Whether all values are levels of a log.
  private(set) var containsLevels = true
  /// How many different values were several words.
  private var phraseCount = 0
  /// What decides how the values are drawn.
  private(set) var evidence = CellEvidence()
  /// Hashes of different values, `distinctLimit` at most: with so many, the field is known.
  private var hashes: Set<Int> = []

  /// What numbers of levels mean, where the name says that the values are levels.
  let levels: LevelScale?

  static let distinctLimit = 32
  /// Wider values are not measured.
  static let widthLimit = 100

  init(_ path: FieldPath) {
    paths = [path]
    isNamedTime = Self.isNamedTime(path.name)
    levels = LevelScale(fieldName: path.name)
  }

  /// Records a value that is neither null nor an object.
  ///
  /// - Returns: Whether it says something new about the field as a whole: that it is there, that it
  ///   differs, that it is of two kinds, that it spans days, or what does not fit how it is drawn.
  mutating func add(_ value: JSONValue, row: Int, reader: TimeReader) -> Bool {
    let hadDays = spansDays
    let kind = value.kind
    let isNews = count == 0 || !kinds.contains(kind)
    count += 1
    kinds.insert(kind)
    rows.insert(row)
    if isTimeSoFar {
      if let time = time(value, reader) {
        times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
      } else {
        isTimeSoFar = false
      }
    }
    let hadOne = hashes.count == 1
    let isEvidence = evidence.add(value)
    if hashes.count < Self.distinctLimit, hashes.insert(value.hashValue).inserted { read(value) }
    return isNews || isEvidence || hadOne && hashes.count > 1 || hadDays != spansDays
  }

  /// Records an object.
  ///
  /// - Returns: Whether objects are now as many as other values, or have just become fewer.
  mutating func addObject() -> Bool {
    objectCount += 1
    return objectCount == 1 || objectCount == count + 1
  }

  /// Merges a field that stands in for this one; false if a row has both.
  mutating func merge(_ other: FieldSurvey) -> Bool {
    guard other.kinds == kinds, other.isTimeSoFar == isTimeSoFar,
      other.isNamedTime == isNamedTime, rows.isDisjoint(with: other.rows)
    else { return false }
    paths += other.paths
    count += other.count
    rows.formUnion(other.rows)
    widest = max(widest, other.widest)
    isNumeric = isNumeric && other.isNumeric
    isMeasure = isMeasure && other.isMeasure
    isReadable = isReadable || other.isReadable
    namesMinorUnits = namesMinorUnits && other.namesMinorUnits
    containsLevels = containsLevels && other.containsLevels
    phraseCount += other.phraseCount
    evidence.merge(other.evidence)
    hashes.formUnion(other.hashes)
    if let own = times, let others = other.times {
      times =
        min(own.lowerBound, others.lowerBound)...max(own.upperBound, others.upperBound)
    }
    return true
  }

  private mutating func read(_ value: JSONValue) {
    let text = value.string
    if widest < Self.widthLimit {
      widest = max(widest, DisplayWidth.width(of: text, limit: Self.widthLimit))
    }
    if !text.isEmpty {
      isNumeric = isNumeric && NumberText.isNumber(text)
      isMeasure = isMeasure && (isNumeric || NumberText.isMeasure(text))
    }
    namesMinorUnits = namesMinorUnits && Money.hasMinorUnits(objectOfType: text)
    containsLevels = containsLevels && levels?.level(of: text) != nil
    if text.utf8.contains(UInt8(ascii: " ")), text.contains(where: \.isLetter) { phraseCount += 1 }
    isReadable =
      isReadable || text.utf8.count <= 16 || text.utf8.contains { " @".utf8.contains($0) }
  }

  /// A time that a feed of our days may hold: after 1973.
  private func time(_ value: JSONValue, _ reader: TimeReader) -> FeedTime? {
    guard isNamedTime else { return value.kind == .string ? reader.date(value) : nil }
    return reader.time(value).flatMap { $0.seconds > 100_000_000 ? $0 : nil }
  }
}

extension FieldSurvey {
  var path: FieldPath { paths[0] }
  var name: String { path.name }
  var depth: Int { paths.map(\.names.count).min() ?? 1 }
  var isText: Bool { kinds == [.string] }
  /// Whether the values are what the elements of an array say together.
  var isOfElements: Bool { paths[0].names.contains(FieldPath.elements) }
  /// Whether the values are objects more often than not.
  var isObject: Bool { objectCount > count }

  /// Whether the values are numbers, some of them perhaps in quotation marks or with a unit.
  var containsMeasures: Bool {
    isMeasure && widest > 0 && kinds.isSubset(of: [.string, .number])
  }

  /// Whether the field has had only one value.
  var isConstant: Bool { hashes.count <= 1 }

  var isTime: Bool { isTimeSoFar && times != nil }

  var spansDays: Bool {
    times.map { $0.upperBound.timeSince($0.lowerBound) > .seconds(86_400) } ?? false
  }

  var isAmount: Bool {
    kinds == [.number]
      && (name.hasPrefix("amount") || ["total", "price", "balance"].contains(name))
  }

  /// Whether most of the values are several words, and differ.
  var isPhrase: Bool { phraseCount > 1 && phraseCount * 2 >= hashes.count && !isTime }

  /// Whether the time is named as that of the row itself, and not as that of something about it.
  var isNamedAsOwnTime: Bool {
    let name = name.lowercased()
    guard !Self.timeNames.contains(name) else { return true }
    return !["_date", "_on"].contains { name.hasSuffix($0) }
      || ["created", "updated", "modified", "started", "order", "event"].contains {
        name.hasPrefix($0)
      }
  }

  /// Whether the field identifies something by letters that nobody reads.
  var isIdentifier: Bool {
    let name = name.lowercased()
    if name == "id" || Self.identifiers.contains(where: name.hasSuffix) { return true }
    return isText && hashes.count > 1 && !isReadable && !isTime
  }

  static func isNamedTime(_ name: String) -> Bool {
    timeNames.contains(name.lowercased())
      || ["_at", "At", "_time", "Time", "Timestamp", "_on", "_date"].contains(where: name.hasSuffix)
  }

  /// What the names of such fields end in.
  private static let identifiers = ["_id", "uid", "url", "hash", "sha", "etag", "token", "cursor"]

  private static let timeNames: Set<String> = [
    "created", "creationtimestamp", "time", "ts", "timestamp", "@timestamp", "__realtime_timestamp",
    "date", "updated", "modified", "started", "finished", "at",
  ]
}

/// A set of the first rows of a sample, of which later ones share places: rows that are in two sets
/// always show, rows that are in one may.
struct RowSet: Hashable {
  private var bits = SIMD4<UInt64>()

  mutating func insert(_ row: Int) {
    let place = row < 192 ? row : 192 + row % 64
    bits[place / 64] |= 1 << UInt64(place % 64)
  }

  mutating func formUnion(_ other: RowSet) { bits |= other.bits }

  func isDisjoint(with other: RowSet) -> Bool { bits & other.bits == SIMD4<UInt64>() }
}
