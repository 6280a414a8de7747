package import FeedValues
internal import TerminalCore
internal import Values

/// Statistics of the values of one field, in bounded memory.
struct FieldSurvey {
  /// The field, and fields of the same name that can stand in for it because no row has two of them.
  private(set) var paths: [FieldPath]
  /// The number of rows with a scalar or an array.
  private(set) var count = 0
  /// The number of rows with an object.
  private(set) var objectCount = 0
  /// The kinds of the values, except null and objects.
  private(set) var kinds: Set<JSONValue.Kind> = []
  /// The display width of the widest value, up to `widthLimit`.
  private(set) var widest = 0
  /// The rows of the sample that have the field; see `RowSet`.
  private(set) var rows = RowSet()
  /// The earliest and latest time; nil without any.
  private(set) var times: ClosedRange<FeedTime>?
  /// Whether all values are numbers, including numbers in strings.
  private(set) var isNumeric = true
  /// Whether all values are numbers, optionally with a percent sign or unit (`12%`, `4.0K`, `1.2GiB`), but for words.
  private(set) var isMeasure = true
  /// Whether some value is readable: short, or with a space or an at sign in it.
  private var isReadable = false

  /// Whether all values are times, but for words.
  private var isTimeSoFar = true
  private var wordsAmongTimes = OddWords()
  /// The words among the distinct values that are numbers, and the number of the latter.
  private var wordsAmongMeasures = OddWords()
  private var measureCount = 0
  /// Whether no value has a time of day.
  private var areDays = true
  /// Whether the name suggests that the values are times, so that numbers are read as times too.
  let isNamedTime: Bool
  /// Whether all values are object types whose amounts are in the minor unit of their currency.
  private(set) var namesMinorUnits = true
  /// Whether all values are log levels.
  private(set) var containsLevels = true
  /// The number of distinct values that consist of several words.
  private var phraseCount = 0
  /// The kind of the last value.
  private var lastKind: JSONValue.Kind?
  /// Evidence that determines how the values are styled.
  private(set) var evidence = CellEvidence()
  /// Hashes of distinct values, at most `distinctLimit`, which is enough to judge the field.
  private var hashes: Set<Int> = []

  /// The scale of numeric levels, if the name says that the values are levels.
  let levels: LevelScale?

  static let distinctLimit = 32
  /// The limit up to which widths are measured.
  static let widthLimit = 100

  init(_ path: FieldPath) {
    paths = [path]
    isNamedTime = Self.isNamedTime(path.name)
    levels = LevelScale(fieldName: path.name)
  }

  /// Records a value that is neither null nor an object.
  ///
  /// - Returns: Whether the value reveals something new about the field: that it exists, is not constant, has
  ///   a second kind of value, needs its date, or breaks a property that determines its styling.
  mutating func add(_ found: FoundValue, row: Int, reader: TimeReader) -> Bool {
    let kind = found.kind
    let isNews = lastKind != kind && kinds.insert(kind).inserted
    lastKind = kind
    count += 1
    rows.insert(row)
    // Most fields are known after some hundreds of values.
    let isKnown = !isTimeSoFar && evidence.isComplete && hashes.count == Self.distinctLimit
    return isKnown ? isNews : add(found.value, reader: reader) || isNews
  }

  /// Records what a value reveals besides its kind; returns whether that is something new.
  private mutating func add(_ value: JSONValue, reader: TimeReader) -> Bool {
    let (neededDate, wasTime) = (needsDate, isTime)
    if isTimeSoFar {
      if let time = time(value, reader) {
        times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        areDays = areDays && value.kind == .string && reader.day(value.string) != nil
      } else {
        let text = value.kind == .string ? value.string(limit: 32).text : "0"
        isTimeSoFar = wordsAmongTimes.add(text)
      }
    }
    let hadOne = hashes.count == 1
    let isEvidence = evidence.add(value)
    if hashes.count < Self.distinctLimit, hashes.insert(value.hashValue).inserted { read(value) }
    return isEvidence || hadOne && hashes.count > 1 || neededDate != needsDate || wasTime != isTime
  }

  /// Records an object.
  ///
  /// - Returns: Whether this is the first object, or objects have just become more frequent than other values.
  mutating func addObject() -> Bool {
    objectCount += 1
    return objectCount == 1 || objectCount == count + 1
  }

  /// Merges a field that stands in for this one; returns false if some row has both.
  mutating func merge(_ other: FieldSurvey) -> Bool {
    guard other.kinds == kinds, other.isTime == isTime,
      other.isNamedTime == isNamedTime, rows.isDisjoint(with: other.rows)
    else { return false }
    paths += other.paths
    count += other.count
    rows.formUnion(other.rows)
    widest = max(widest, other.widest)
    isNumeric = isNumeric && other.isNumeric
    isMeasure = isMeasure && other.isMeasure
    isTimeSoFar = isTimeSoFar && other.isTimeSoFar
    wordsAmongTimes.merge(other.wordsAmongTimes)
    wordsAmongMeasures.merge(other.wordsAmongMeasures)
    measureCount += other.measureCount
    isReadable = isReadable || other.isReadable
    namesMinorUnits = namesMinorUnits && other.namesMinorUnits
    containsLevels = containsLevels && other.containsLevels
    phraseCount += other.phraseCount
    evidence.merge(other.evidence)
    hashes.formUnion(other.hashes)
    areDays = areDays && other.areDays
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
      if isNumeric || NumberText.isMeasure(text) {
        measureCount += 1
      } else {
        isMeasure = isMeasure && wordsAmongMeasures.add(text)
      }
    }
    namesMinorUnits = namesMinorUnits && Money.hasMinorUnits(objectOfType: text)
    containsLevels = containsLevels && levels?.level(of: text) != nil
    if text.utf8.contains(UInt8(ascii: " ")), text.contains(where: \.isLetter) { phraseCount += 1 }
    isReadable =
      isReadable || text.utf8.count <= 16 || text.utf8.contains { " @".utf8.contains($0) }
  }

  /// The time of a value, if it is plausible for a current feed: after 1973.
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
  /// Whether the values are aggregates over the elements of an array.
  var isOfElements: Bool { paths[0].names.contains(FieldPath.elements) }
  /// Whether most of the values are objects.
  var isObject: Bool { objectCount > count }

  /// Whether the values are numbers, possibly in strings or with a unit.
  var containsMeasures: Bool {
    isMeasure && widest > 0 && kinds.isSubset(of: [.string, .number])
      && wordsAmongMeasures.areExceptions(among: measureCount + wordsAmongMeasures.count)
  }

  /// Whether the field has had at most one distinct value.
  var isConstant: Bool { hashes.count <= 1 }

  var isTime: Bool {
    isTimeSoFar && times != nil && wordsAmongTimes.areExceptions(among: count)
  }

  /// Whether a time of day would not tell the values: they have none, or are of different days.
  var needsDate: Bool {
    times.map { areDays || $0.upperBound.timeSince($0.lowerBound) > .seconds(86_400) } ?? false
  }

  var isAmount: Bool {
    kinds == [.number]
      && (name.hasPrefix("amount") || ["total", "price", "balance"].contains(name))
  }

  /// Whether most values consist of several words and differ.
  var isPhrase: Bool { phraseCount > 1 && phraseCount * 2 >= hashes.count && !isTime }

  /// Whether the name suggests a time of the row itself rather than of something related to it.
  var isNamedAsOwnTime: Bool {
    let name = name.lowercased()
    guard !Self.timeNames.contains(name) else { return true }
    return !["_date", "_on"].contains { name.hasSuffix($0) }
      || ["created", "updated", "modified", "started", "order", "event"].contains {
        name.hasPrefix($0)
      }
  }

  /// Whether the field holds opaque identifiers.
  var isIdentifier: Bool {
    let name = name.lowercased()
    if name == "id" || Self.identifiers.contains(where: name.hasSuffix) { return true }
    return isText && hashes.count > 1 && !isReadable && !isTime
  }

  static func isNamedTime(_ name: String) -> Bool {
    timeNames.contains(name.lowercased())
      || ["_at", "At", "_time", "Time", "Timestamp", "_on", "_date"].contains(where: name.hasSuffix)
  }

  /// Suffixes of the names of such fields.
  private static let identifiers = ["_id", "uid", "url", "hash", "sha", "etag", "token", "cursor"]

  private static let timeNames: Set<String> = [
    "created", "creationtimestamp", "time", "ts", "timestamp", "@timestamp", "__realtime_timestamp",
    "date", "updated", "modified", "started", "finished", "at",
  ]
}

/// A set of row numbers of a sample, in which numbers from 192 on share bits: an overlap of two sets is
/// always detected, but may also be reported if there is none.
struct RowSet: Hashable {
  private var bits = SIMD4<UInt64>()

  mutating func insert(_ row: Int) {
    let place = row < 192 ? row : 192 + row % 64
    bits[place / 64] |= 1 << UInt64(place % 64)
  }

  mutating func formUnion(_ other: RowSet) { bits |= other.bits }

  func isDisjoint(with other: RowSet) -> Bool { bits & other.bits == SIMD4<UInt64>() }
}

/// Reads the values of many columns in a single pass over a row, instead of one pass for each column.
///
/// A class, so that it is not copied for each row.
package final class FieldReader: Sendable {
  private let reader: PathReader
  /// For each column, the indices of its paths in the reader.
  private let paths: [Range<Int>]
  /// Creates a reader for some columns.
  package init(_ columns: some Collection<Column>) {
    reader = PathReader(columns.flatMap(\.paths))
    var count = 0
    paths = columns.map { column in
      defer { count += column.paths.count }
      return count..<count + column.paths.count
    }
  }

  /// The values of a row, equal to those of each column's ``Column/value(of:)``.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  package func values(of row: Row) -> [JSONValue?] {
    withValues(of: row) { values in paths.indices.map { values[$0]?.value } }
  }

  /// The values of a row by the indices of the columns.
  package struct Values {
    fileprivate let found: UnsafeBufferPointer<FoundValue?>
    fileprivate let paths: [Range<Int>]

    /// The value of the column at an index; nil if there is none.
    package subscript(column: Int) -> FoundValue? {
      for path in paths[column] {
        if let value = found[path], value.kind != .null { return value }
      }
      return nil
    }
  }

  /// Calls a closure with the values of a row, which are valid during the call only; see ``values(of:)``.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  package func withValues<Result>(of row: Row, _ body: (Values) -> Result) -> Result {
    reader.withValues(of: row.value) { body(Values(found: $0, paths: paths)) }
  }
}

/// Words among the quantities of a column that stand for something else: `unlimited`, `<unknown>`, `never`.
///
/// One or two of them, in fewer than half of the rows, leave the column one of quantities.
struct OddWords {
  private var words: Set<String> = []
  private(set) var count = 0

  private static let longest = 24

  /// Adds a word; returns false for a text that is none, because it contains digits or is long, and for a third one.
  mutating func add(_ text: String) -> Bool {
    count += 1
    guard text.utf8.count <= Self.longest, !text.utf8.contains(where: { 0x30...0x39 ~= $0 }) else {
      return false
    }
    words.insert(text)
    return words.count <= 2
  }

  /// Whether they are exceptions among a number of values.
  func areExceptions(among total: Int) -> Bool {
    count == 0 || words.count <= 2 && count * 2 < total
  }

  mutating func merge(_ other: OddWords) {
    words.formUnion(other.words)
    count += other.count
  }
}
