public import Feeds
internal import TerminalCore

/// Chooses columns from what a sample of rows says, the most telling first.
///
/// Times, keys, types, amounts, people and statuses are known by the names that feeds give them;
/// fields that never differ, and text that no column can hold, come last.
public enum ColumnChoice {
  /// The most rows that are looked at.
  public static let sampleSize = 200

  /// The columns of a list, in the order in which they stand on the screen.
  ///
  /// - Parameters:
  ///   - rows: The list; a sample spread over it is looked at.
  ///   - key: How the feed identifies its rows.
  ///   - calendar: The time zone in which times are written.
  /// - Returns: All columns, the ones that say little too.
  /// - Complexity: O(*m*) in the length of the text of the sample.
  public static func columns(of rows: [Row], key: KeyRule?, calendar: Calendar) -> [Column] {
    let sample = sample(of: rows)
    let all = FieldSurvey.survey(sample)
    let currencies = Set(all.flatMap(\.paths).filter { $0.name == "currency" })
    let amounts = all.filter(\.isAmount).flatMap(\.paths).map(\.currency)
    // The currency stands in the amount beside it.
    let hasAmounts = !currencies.isDisjoint(with: amounts)
    let surveys = all.filter { $0.name != "currency" || !hasAmounts }
    let keys: [FieldPath] = if case .fields(let paths)? = key { paths } else { [] }
    var candidates = surveys.enumerated().map { order, survey in
      candidate(survey, order: order, keys: keys, currencies: currencies, in: sample)
    }
    demoteLaterTimes(&candidates)
    demoteLaterPeople(&candidates)
    var columns = candidates.sorted { ($0.place, $0.order) < ($1.place, $1.order) }.map(\.column)
    for offset in columns.indices {
      columns[offset].naturalWidth = columns[offset].title.displayWidth
      for row in sample { _ = columns[offset].widen(for: row, in: calendar) }
    }
    qualifyTitles(&columns)
    return columns
  }

  private static func sample(of rows: [Row]) -> [Row] {
    guard rows.count > sampleSize else { return rows }
    return (0..<sampleSize).map { rows[$0 * rows.count / sampleSize] }
  }

  private struct Candidate {
    var column: Column
    /// Which group of columns it stands in, from left to right.
    var place: Int
    var order: Int
  }

  private static func candidate(
    _ survey: FieldSurvey,
    order: Int,
    keys: [FieldPath],
    currencies: Set<FieldPath>,
    in sample: [Row]
  ) -> Candidate {
    let isKey = survey.paths.contains { keys.contains($0) }
    let name = survey.name.lowercased()
    var format = Column.Format.text
    var weight = 40
    var place = 4
    var isQuiet = false
    if survey.isTime {
      format = .time(spansDays: survey.spansDays)
      // Deep inside of a row stand the times of other things.
      (weight, place, isQuiet) = survey.depth <= 2 ? (100, 0, true) : (20, 5, true)
    } else if survey.isAmount, survey.paths.contains(where: { currencies.contains($0.currency) }) {
      format = .money
      (weight, place) = (90, 3)
    } else if names.status.contains(name), survey.isText {
      format = .status
      (weight, place) = (92, 6)
    } else if names.type.contains(name), survey.isText {
      (weight, place) = (95, 2)
    } else if names.people.contains(name), survey.isText {
      (weight, place) = (Self.personWeight, 4)
    } else if survey.kinds == [.number] {
      format = .number
      weight = 50
    } else if survey.kinds == [.boolean] {
      format = .boolean
      weight = 45
    }
    if isKey {
      place = 1
      isQuiet = !survey.isText || name != "name"
      weight = survey.widest <= 24 ? 97 : 20
      if survey.widest > 24 { place = 7 }
    } else if survey.isIdentifier {
      weight -= 25
      isQuiet = true
    } else if name == "object" || name == "apiversion" {
      weight -= 20  // the type says it better
    } else if name.hasSuffix("email") {
      isQuiet = true
    }
    // What never differs says nothing, but a status may yet change.
    if survey.distinct.count == 1, survey.rows.count > 1, sample.count > 1 {
      weight -= format == .status ? 10 : 70
    }
    if survey.widest > 80 { weight -= 20 }
    if survey.rows.count * 10 < sample.count { weight -= 15 }
    if survey.kinds.contains(.array) || survey.kinds.contains(.object) { weight -= 30 }
    weight -= 2 * (survey.depth - 1)
    if weight < 30, !isKey { place = 7 }
    let column = Column(
      title: title(survey.name),
      paths: survey.paths,
      format: format,
      naturalWidth: survey.widest,
      weight: weight,
      isQuiet: isQuiet
    )
    return Candidate(column: column, place: place, order: order)
  }

  /// One time tells when; the others are details.
  private static func demoteLaterTimes(_ candidates: inout [Candidate]) {
    let times = candidates.indices.filter {
      if case .time = candidates[$0].column.format { true } else { false }
    }
    let first = times.max { left, right in
      (candidates[left].column.weight, -candidates[left].order)
        < (candidates[right].column.weight, -candidates[right].order)
    }
    for offset in times where offset != first {
      candidates[offset].column.weight -= 55
      candidates[offset].place = 5
    }
  }

  /// One name tells who, or one sentence what; the others are details.
  private static func demoteLaterPeople(_ candidates: inout [Candidate]) {
    let people = candidates.indices.filter { candidates[$0].column.weight > Self.personWeight - 10 }
      .filter { candidates[$0].place == 4 }
    for offset in people.dropFirst() { candidates[offset].column.weight -= 20 }
  }

  private static let personWeight = 85

  private static func title(_ name: String) -> String {
    name.isEmpty ? "VALUE" : String(name.map { "_-".contains($0) ? " " : $0 }).uppercased()
  }

  /// Columns of one name say whose it is.
  private static func qualifyTitles(_ columns: inout [Column]) {
    var offsets: [String: [Int]] = [:]
    for (offset, column) in columns.enumerated() {
      offsets[column.title, default: []].append(offset)
    }
    for (_, same) in offsets where same.count > 1 {
      for offset in same {
        guard let path = columns[offset].paths.first, path.names.count > 1 else { continue }
        columns[offset].title = title(path.parent.name) + " " + columns[offset].title
        columns[offset].naturalWidth = max(
          columns[offset].naturalWidth,
          columns[offset].title.displayWidth
        )
      }
    }
  }

  private static let names = (
    status: Set(["status", "state", "conclusion", "phase", "health"]),
    type: Set(["type", "event", "kind", "action", "level", "reason", "method"]),
    people: Set([
      "email", "customer_email", "receipt_email", "user", "username", "author", "login", "name",
      "title", "subject", "message", "msg", "description", "displaytitle", "command", "cmd", "path",
      "image", "summary",
    ])
  )
}

extension FieldPath {
  /// Where the currency of the amount at this path stands.
  fileprivate var currency: FieldPath { parent.appending("currency") }
}

extension String {
  /// How many columns of the screen the text takes.
  var displayWidth: Int { DisplayWidth.width(of: self) }
}
