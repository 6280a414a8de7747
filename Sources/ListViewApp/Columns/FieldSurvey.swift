internal import Feeds
internal import TerminalCore

/// What a sample of rows says about one of their fields, or about several of one name that stand
/// for each other because no row has two of them.
struct FieldSurvey {
  private(set) var paths: [FieldPath]
  /// The offsets in the sample of the rows that have the field.
  private(set) var rows: Set<Int> = []
  private(set) var widest = 0
  private(set) var kinds: Set<JSONValue.Kind> = []
  /// Different values, about `distinctLimit` at most.
  private(set) var distinct: Set<JSONValue> = []

  static let distinctLimit = 32
  /// Wider values are not measured.
  static let widthLimit = 100
  static let maximumDepth = 4
  static let maximumFields = 400

  private init(path: FieldPath) {
    paths = [path]
  }

  /// The fields of rows, in the order in which they are met; those of nested objects with their
  /// full paths.
  static func survey(_ sample: [Row]) -> [FieldSurvey] {
    var surveys: [FieldSurvey] = []
    var offsets: [FieldPath: Int] = [:]
    func visit(_ value: JSONValue, at path: FieldPath, row: Int) {
      if value.kind == .object, path.names.count < maximumDepth {
        value.forEachMember { name, member in
          visit(member, at: path.appending(name), row: row)
          return true
        }
      } else if value.kind != .null, value.kind != .object {
        if let offset = offsets[path] {
          surveys[offset].add(value, row: row)
        } else if surveys.count < maximumFields {
          offsets[path] = surveys.count
          surveys.append(FieldSurvey(path: path))
          surveys[surveys.count - 1].add(value, row: row)
        }
      }
    }
    for (number, row) in sample.enumerated() { visit(row.value, at: FieldPath([]), row: number) }
    return merged(surveys)
  }

  private static func merged(_ surveys: [FieldSurvey]) -> [FieldSurvey] {
    var result: [FieldSurvey] = []
    var offsets: [String: Int] = [:]
    for survey in surveys {
      if let offset = offsets[survey.name], result[offset].merge(survey) { continue }
      offsets[survey.name] = result.count
      result.append(survey)
    }
    return result
  }

  private mutating func add(_ value: JSONValue, row: Int) {
    rows.insert(row)
    kinds.insert(value.kind)
    if distinct.count < Self.distinctLimit { distinct.insert(value) }
    if widest < Self.widthLimit {
      widest = max(widest, DisplayWidth.width(of: value.string, limit: Self.widthLimit))
    }
  }

  /// Takes in a field that stands for the same; false where a row has both.
  private mutating func merge(_ other: FieldSurvey) -> Bool {
    guard other.kinds == kinds, rows.isDisjoint(with: other.rows) else { return false }
    paths += other.paths
    rows.formUnion(other.rows)
    widest = max(widest, other.widest)
    distinct.formUnion(other.distinct)
    return true
  }
}

extension FieldSurvey {
  var name: String { paths[0].name }
  var depth: Int { paths.map(\.names.count).min() ?? 1 }
  var isText: Bool { kinds == [.string] }

  var isTime: Bool {
    guard
      Self.timeNames.contains(name.lowercased()) || name.hasSuffix("_at") || name.hasSuffix("At")
    else { return false }
    return !distinct.isEmpty && distinct.allSatisfy { time($0) != nil }
  }

  var spansDays: Bool {
    let times = distinct.compactMap(time)
    guard let first = times.min(), let last = times.max() else { return false }
    return last.timeSince(first) > .seconds(86_400)
  }

  var isAmount: Bool {
    kinds == [.number]
      && (name.hasPrefix("amount") || ["total", "price", "balance"].contains(name))
  }

  /// Whether the field names something by letters that nobody reads.
  var isIdentifier: Bool {
    let name = name.lowercased()
    if name == "id" || name.hasSuffix("_id") || name.hasSuffix("uid") || name == "url" {
      return true
    }
    return isText && distinct.count > 1
      && distinct.allSatisfy { $0.text.count > 16 && !$0.string.contains { " @".contains($0) } }
  }

  /// A time that a feed of our days may hold: after 1973.
  private func time(_ value: JSONValue) -> FeedTime? {
    FeedTime(value).flatMap { $0.seconds > 100_000_000 ? $0 : nil }
  }

  private static let timeNames: Set<String> = [
    "created", "creationtimestamp", "time", "ts", "timestamp", "@timestamp", "__realtime_timestamp",
    "date", "updated",
    "at",
  ]
}
