internal import FeedValues
internal import Values

/// The meaning of a field, judged by its name and its values: it determines how the field is shown, and `explain` prints it.
package enum ColumnKind: Sendable {
  case key, ownTime, otherTime, nestedTime, money, response, status, type, ofElements, person, time,
    level
  case levelWord, body, phrase, reference, number, flag, other

  /// A field, and what the other fields of its list say about it.
  struct Field {
    let survey: FieldSurvey
    /// How it is shown as an amount of money; nil for any other field.
    let money: Column.Format?
    /// Whether the rows are entries of a log.
    let isLog: Bool
    /// The name in lower case.
    var name: String { survey.name.lowercased() }
    /// Whether it is a time by its name, too.
    var isNamedTime: Bool { survey.isTime && survey.isNamedTime }
    var isPhrase: Bool { survey.isText && survey.isPhrase }
    /// The scale of its levels; numbers may be priorities of tasks, levels of players or of a cache as well.
    var levels: LevelScale? {
      survey.containsLevels && (isLog || !survey.isNumeric) ? survey.levels : nil
    }

    /// Whether it is a text with one of some names.
    func isText(named names: Set<String>) -> Bool { survey.isText && names.contains(name) }
  }

  /// The evidence of each kind: the first that holds counts.
  private static let rules: [(kind: ColumnKind, holds: @Sendable (Field) -> Bool)] = [
    (.ownTime, { $0.isNamedTime && $0.survey.depth <= 2 && $0.survey.isNamedAsOwnTime }),
    (.otherTime, { $0.isNamedTime && $0.survey.depth <= 2 }),
    (.nestedTime, { $0.isNamedTime }),
    (.money, { $0.money != nil }),
    (.response, { $0.survey.containsResponses }),
    (.status, { $0.isText(named: ColumnChoice.names.status) }),
    (.type, { $0.isText(named: ColumnChoice.names.type) }),
    (.ofElements, { $0.survey.isOfElements }),
    (.person, { $0.isText(named: ColumnChoice.names.people) }),
    (.time, { $0.survey.isTime }),
    (.level, { $0.levels != nil }),
    (.levelWord, { $0.survey.isText && $0.survey.evidence.areLevels && !$0.survey.isConstant }),
    (.body, { $0.isPhrase && ColumnChoice.names.bodies.contains($0.name) }),
    (.phrase, { $0.isPhrase }),
    (.reference, { $0.name == "number" && $0.survey.kinds == [.number] && !$0.survey.isConstant }),
    (.number, { $0.survey.kinds == [.number] || $0.survey.containsMeasures }),
    (.flag, { $0.survey.kinds == [.boolean] }),
  ]

  init(_ field: Field) { self = Self.rules.first { $0.holds(field) }?.kind ?? .other }

  /// The weight of a column, and the part of the screen that it is in, from left to right.
  var standing: (weight: Int, place: Int) {
    switch self {
    case .ownTime: (100, 0)
    case .key: (97, 1)
    case .type: (95, 2)
    case .money: (93, 3)
    case .status: (92, 6)
    case .response: (90, 4)
    // The number by which people refer to the row.
    case .reference: (88, 1)
    case .person: (85, 4)
    // The numbers of elements in some state, and of events that happened to them, are informative.
    case .ofElements: (80, 6)
    case .levelWord: (75, 4)
    // Words are more informative than numbers and codes, except bodies of text.
    case .phrase: (70, 4)
    case .level, .number: (50, 4)
    case .body, .flag: (45, 4)
    // Times named after an event (`ath_date`), or nested in a row, belong to something else.
    case .otherTime: (45, 5)
    case .time, .other: (40, 4)
    case .nestedTime: (30, 5)
    }
  }

  /// Whether it says when something happened, by its name too.
  var isNamedTime: Bool { [.ownTime, .otherTime, .nestedTime].contains(self) }

  /// The format of the values of a field of this kind.
  func format(of field: Field) -> Column.Format {
    switch self {
    case .ownTime, .otherTime, .nestedTime, .time:
      .time(field.survey.needsDate ? .dateAndClock : .clock)
    case .money: field.money ?? .text
    case .status: .status
    case .type: field.levels.map { .level($0) } ?? .text
    case .level, .levelWord: .level(field.levels ?? .common)
    case .ofElements where field.survey.isText: .text
    case .ofElements, .number: Self.number(field)
    case .reference: .number
    case .flag: .boolean
    case .key, .response, .person, .body, .phrase, .other: .text
    }
  }

  private static func number(_ field: Field) -> Column.Format {
    let name = field.survey.name
    guard field.survey.kinds == [.number] else { return .number }
    if field.name == "bytes" || field.name.hasSuffix("_bytes") || name.hasSuffix("Bytes") {
      return .bytes
    }
    return DurationUnit(fieldName: name).map(Column.Format.duration) ?? .number
  }
}
