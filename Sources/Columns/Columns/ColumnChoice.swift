package import FeedIdentity
package import FeedValues
package import Values

/// Chooses columns from a sample of rows, the most informative first.
///
/// Times, keys, types, amounts, people and statuses are recognised by the names that feeds commonly give
/// them. Fields that are constant, missing from most rows or too wide for a column come last.
package enum ColumnChoice {
  /// The maximum number of rows examined.
  package static let sampleSize = 200

  /// The columns of a list in screen order.
  ///
  /// - Parameters:
  ///   - rows: The list, from which an evenly spread sample is examined.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - calendar: The time zone in which times are written.
  /// - Returns: All columns, including uninformative ones.
  /// - Complexity: O(*m*) in the length of the sample's text.
  package static func columns(of rows: [Row], key: KeyRule?, calendar: Calendar) -> [Column] {
    var list = ColumnList()
    list.choose(from: rows, key: key, calendar: calendar)
    return list.columns
  }

  /// An evenly spread sample of a list.
  package static func sample<Rows: RandomAccessCollection<Row>>(of rows: Rows) -> [Row]
  where Rows.Index == Int {
    guard rows.count > sampleSize else { return Array(rows) }
    return (0..<sampleSize).map { rows[$0 * rows.count / sampleSize] }
  }

  /// The columns that a survey suggests, in screen order and as wide as their titles.
  ///
  /// - Parameters:
  ///   - survey: The facts known about the fields.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - source: The field that names a row's source; nil for a single feed.
  ///   - hasHeader: Whether the rows have a header, as in a table or CSV.
  ///   - hasLooks: Whether values are styled by their meaning.
  /// - Returns: The columns.
  /// - Complexity: O(*f* log *f*) for *f* fields.
  static func columns(
    of survey: ListSurvey,
    key: KeyRule?,
    source: String? = nil,
    hasHeader: Bool = false,
    hasLooks: Bool = false
  ) -> [Column] {
    let all = survey.mergedFields
    let hasRequests = all.contains { $0.evidence.areMethods || $0.containsResponses }
    let money = moneyFormat(among: all)
    // The currency is shown as part of the amount, and not by itself unless the user asks for it.
    let hasMoney = all.contains { money($0) != nil }
    let keys: [FieldPath] = if case .fields(let paths)? = key { paths } else { [] }
    let isTable = hasHeader || isTable(all)
    let isLog =
      all.contains { $0.isTime && $0.isNamedTime }
      && all.contains { names.messages.contains($0.name.lowercased()) }
    var candidates = all.enumerated().map { order, field in
      var candidate = candidate(field, money: money(field), keys: keys, isLog: isLog, of: survey)
      candidate.order = order
      if hasLooks {
        let isSetting = all.map(\.name) == ["key", "value"] && field.name == "key"
        candidate.column.look =
          isSetting
          ? .setting
          : CellLook.suggested(
            by: field,
            candidate.column.format,
            isKey: candidate.column.isKey,
            hasRequests: hasRequests
          )
      }
      // The source of a row is worth its columns even while only one source has delivered rows.
      if let source, field.paths == [FieldPath([source])] {
        (candidate.column.weight, candidate.column.place) = (96, 1)
        candidate.column.isQuiet = true
      }
      // The author of a table has already chosen and ordered its columns.
      if isTable {
        candidate.column.place = 4
        let isDull = field.isConstant && field.count > 2 && !candidate.column.isKey
        let least = hasHeader ? 60 : 35
        candidate.column.weight = isDull ? least : max(75, candidate.column.weight)
      }
      if hasMoney, field.name == "currency" {
        (candidate.column.weight, candidate.column.place) = (Column.weightWithinAnother, 7)
      }
      return candidate
    }
    if !hasHeader {
      demoteLater(&candidates, \.isNamedTime, keeping: 1, by: 55)
      demoteLater(&candidates, { $0 == .type }, keeping: 2, by: 30)
    }
    if !isTable { demoteLater(&candidates, { $0 == .person }, keeping: 1, by: 20) }
    var columns = candidates.sorted { ($0.column.place, $0.order) < ($1.column.place, $1.order) }
      .map(\.column)
    if hasHeader { restoreTitles(&columns) }
    qualifyTitles(&columns)
    ListPreset.matching(columns)?.apply(to: &columns)
    for offset in columns.indices {
      columns[offset].naturalWidth = columns[offset].title.displayWidth
    }
    return columns
  }

  /// Returns how a field is shown that is an amount of money; nil for any other field.
  ///
  /// Amounts known to be in minor units are converted; all others are shown as written.
  private static func moneyFormat(among all: [FieldSurvey]) -> (FieldSurvey) -> Column.Format? {
    let currencies = Set(all.flatMap(\.paths).filter { $0.name == "currency" })
    let objects = Set(
      all.filter { $0.name == "object" && $0.isText && $0.namesMinorUnits }.flatMap(\.paths)
    )
    return { field in
      guard field.isAmount,
        field.paths.contains(where: { !currencies.isDisjoint(with: $0.siblings("currency")) })
      else { return nil }
      let isMinor = field.paths.contains { !objects.isDisjoint(with: $0.siblings("object")) }
      return isMinor ? .money : .amount
    }
  }

  private struct Candidate {
    var column: Column
    var kind: ColumnKind
    var order = 0
  }

  /// Whether the rows look like a table printed by a command: flat, with titles unlike identifiers, and not
  /// in alphabetical order, which suggests a serialiser.
  private static func isTable(_ fields: [FieldSurvey]) -> Bool {
    let names = fields.map(\.name)
    return fields.count <= 24
      && fields.allSatisfy { $0.depth == 1 && $0.kinds.isSubset(of: [.string, .number]) }
      && !names.contains { $0.first?.isLowercase ?? true } && names != names.sorted()
  }

  private static func candidate(
    _ survey: FieldSurvey,
    money: Column.Format?,
    keys: [FieldPath],
    isLog: Bool,
    of list: ListSurvey
  ) -> Candidate {
    let field = ColumnKind.Field(survey: survey, money: money, isLog: isLog)
    var kind = ColumnKind(field)
    let format = kind.format(of: field)
    var (weight, place) = kind.standing
    var isQuiet = kind.isNamedTime
    // Types nested in a row belong to other objects.
    if kind == .type { weight -= 20 * max(0, survey.depth - 2) }
    let isPerson = kind == .person
    let isKey = survey.paths.contains { keys.contains($0) }
    if isKey {
      // A readable key is the name of the row; only an unreadable one is demoted.
      isQuiet = !isPerson && (survey.isIdentifier || !survey.isText)
      kind = .key
      (weight, place) = kind.standing
      if survey.widest > 24 { (weight, place) = isPerson ? (90, 1) : (20, 7) }
    } else if survey.isIdentifier {
      weight -= 25
      isQuiet = !isPerson
    } else if ["object", "apiversion", "resourceversion"].contains(field.name) {
      weight -= 30  // the type says it better
    } else if field.name.hasSuffix("email") {
      isQuiet = true
    }
    // The first entries of a log are of one second, and of one level.
    var leads = isLog && kind == .ownTime
    if isLog, case .level = format { leads = true }
    if !leads { weight -= evidence(against: survey, format, of: list) }
    let isConstant = survey.isConstant && survey.count > 2 && format != .status && !leads
    if !isKey, weight < 30 && place > 0 || isConstant { place = 7 }
    var column = Column(
      title: title(survey.name),
      paths: survey.paths,
      format: format,
      naturalWidth: 0,
      weight: weight,
      isQuiet: isQuiet
    )
    (column.place, column.isKey, column.kind) = (place, isKey, kind)
    column.isOpaque = survey.isIdentifier && isQuiet && format == .text && weight < 60
    column.isMessage = isLog && survey.isText && FieldWords(field.name).isMessage
    column.leavesOutObjects = survey.isObject
    return Candidate(column: column, kind: kind)
  }

  /// The penalty of a field, whatever its name.
  private static func evidence(
    against field: FieldSurvey,
    _ format: Column.Format,
    of survey: ListSurvey
  ) -> Int {
    var weight = 0
    // A constant field is uninformative, the more so the more rows have it; a status may still change.
    if field.isConstant, field.count > 1 {
      weight += format == .status ? 10 : min(90, 10 * field.count)
    }
    if field.widest > 80 { weight += names.people.contains(field.name.lowercased()) ? 5 : 20 }
    if survey.rowCount >= 10 {
      switch field.count * 100 / survey.rowCount {
      case ..<10: weight += 30
      case ..<25: weight += 20
      case ..<50: weight += 8
      default: break
      }
    }
    if field.kinds.contains(.array) || field.objectCount > 0 { weight += 30 }
    return weight + 2 * (field.depth - 1)
  }

  /// Demotes all but the first columns of some kinds: the first time says when, and the others are details.
  private static func demoteLater(
    _ candidates: inout [Candidate],
    _ isSame: (ColumnKind) -> Bool,
    keeping count: Int,
    by weight: Int
  ) {
    let same = candidates.indices.filter { isSame(candidates[$0].kind) }
      .sorted {
        (candidates[$1].column.weight, candidates[$0].order)
          < (candidates[$0].column.weight, candidates[$1].order)
      }
    for offset in same.dropFirst(count) {
      candidates[offset].column.weight -= weight
      if candidates[offset].kind.isNamedTime { candidates[offset].column.place = 5 }
    }
  }
}

extension FieldPath {
  /// The paths of fields of a name next to the field at this path, and next to its containers.
  fileprivate func siblings(_ name: String) -> [FieldPath] {
    var (paths, path) = ([FieldPath](), self)
    while !path.names.isEmpty {
      path = path.parent
      paths.append(path.appending(name))
    }
    return paths
  }
}

/// Names of fields that say what their values mean.
extension ColumnChoice {
  /// The names by meaning, in lower case.
  static let names = (
    status: Set(["status", "state", "conclusion", "phase", "health"]),
    type: Set([
      "type", "event", "kind", "action", "level", "reason", "method",
      // Names of the source in rows that merge several feeds.
      "source", "feed", "listview_source",
    ]),
    people: Set([
      "email", "customer_email", "receipt_email", "user", "username", "author", "login", "name",
      "full_name", "title", "subject", "message", "msg", "description", "displaytitle", "command",
      "cmd", "path", "image", "summary", "text",
    ]),
    bodies: Set(["body", "content", "notes", "details", "bio"]),
    messages: Set(["msg", "message", "body", "event", "log", "text"])
  )
}

extension ColumnChoice {
  /// The title of a column, derived from the name of its field.
  ///
  /// Names are split into words: `node_name` and `nodeName` become `NODE NAME`.
  static func title(_ name: String) -> String {
    if let title = titles[name.lowercased()] { return title }
    var title = ""
    var isLower = false
    for character in name {
      if character.isUppercase, isLower { title.append(" ") }
      isLower = character.isLowercase
      title.append("_-".contains(character) ? " " : character)
    }
    title = title.split(separator: " ").joined(separator: " ").uppercased()
    return title.isEmpty ? name : title
  }

  /// Titles of well-known fields, shorter than their names.
  private static let titles = [
    "": "VALUE", "creationtimestamp": "CREATED", "createdat": "CREATED", "created_at": "CREATED",
    "updatedat": "UPDATED", "updated_at": "UPDATED", "@timestamp": "TIME", "timestamp": "TIME",
    "__realtime_timestamp": "TIME",
  ]

  /// Restores printed titles: if several columns share a title, the names of their fields are numbered from
  /// the second on.
  static func restoreTitles(_ columns: inout [Column]) {
    let names = Set(columns.map(\.path.name))
    for offset in columns.indices {
      let name = columns[offset].path.name
      guard let space = name.lastIndex(of: " "), Int(name[name.index(after: space)...]) != nil,
        names.contains(String(name[..<space]))
      else { continue }
      columns[offset].title = title(String(name[..<space]))
    }
  }

  /// Prefixes titles that are not unique with the names of their parents.
  static func qualifyTitles(_ columns: inout [Column]) {
    var offsets: [String: [Int]] = [:]
    for (offset, column) in columns.enumerated() {
      offsets[column.title, default: []].append(offset)
    }
    for (_, same) in offsets where same.count > 1 {
      // A top-level field keeps its title, even if a nested one shares it.
      for offset in same where columns[offset].path.names.count > 1 {
        columns[offset].title = qualifiedTitle(columns[offset].path)
      }
    }
  }

  /// The title of a column including the name of its parent.
  static func qualifiedTitle(_ path: FieldPath) -> String {
    let title = title(path.name)
    guard path.names.count > 1 else { return title }
    let parent = self.title(path.parent.name)
    guard parent.displayWidth + title.displayWidth > 20,
      let last = parent.split(separator: " ").last
    else { return "\(parent) \(title)" }
    return "\(last) \(title)"
  }
}
