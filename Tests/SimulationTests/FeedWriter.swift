import TestSupport

/// A list that somebody keeps, and the text in which its changes are written.
///
/// It stands for the program at the other end, and knows nothing of what becomes of its bytes.
struct FeedWriter {
  /// The form in which the list is written.
  enum Form: CaseIterable, Hashable {
    /// One object a line: the newest row, or an old one again.
    case events
    /// Changes that say what they do: `{"op":"upsert","row":{…}}`.
    case changes
    /// `{"at":…,"rows":[…]}`.
    case snapshots
    /// An array, again and again.
    case lists
    /// An array, once in each run of a command.
    case runs
    /// A table with a header, once in each run of a command.
    case tables
    /// Lines of a log, each a row of its own.
    case lines
  }

  struct Record {
    var id: Int
    var number = 0
    var status = 0
    var text = 0
    var created = 0
    var shape = 0
  }

  let form: Form
  private(set) var records: [Record] = []
  /// Identifiers that were deleted, to be used again.
  private var retired: [Int] = []
  private var nextID = 1
  /// Seconds since 1970; it may be set back and forth.
  var time = 1_700_000_000
  /// The most records that the list has.
  let limit: Int

  init(_ form: Form, limit: Int) {
    (self.form, self.limit) = (form, limit)
  }

  /// Whether each text is a list as a whole, which ends with a run of a command.
  var isPolled: Bool { form == .runs || form == .tables }

  private static let statuses = ["active", "failed", "pending", "done", "on hold"]
  private static let texts = [
    "alpha", "beta", "gamma delta", "", "10", "9", "a\\u001b[31mred", "\\u0007\\u009b2J\\u0085",
    "漢字 wide", "e\\u0301 mark", "\\u202e reversed", "line\\nbreak\\ttab",
    "a longer text that is cut",
    "=1+1", "\\ud83d", "null",
  ]

  // MARK: Changes

  mutating func insert(using random: inout SeededGenerator, reusesKey: Bool = false) -> Record {
    var id = nextID
    if reusesKey, let old = retired.popLast() { id = old } else { nextID += 1 }
    var record = Record(id: id)
    fill(&record, using: &random)
    record.created = time
    let place = form == .events ? 0 : Int.random(in: 0...records.count, using: &random)
    records.insert(record, at: place)
    if records.count > limit { _ = delete(using: &random) }
    return record
  }

  mutating func delete(using random: inout SeededGenerator) -> Record? {
    guard !records.isEmpty else { return nil }
    let record = records.remove(at: Int.random(in: 0..<records.count, using: &random))
    retired.append(record.id)
    if retired.count > 20 { retired.removeFirst() }
    return record
  }

  mutating func update(using random: inout SeededGenerator) -> Record? {
    guard !records.isEmpty else { return nil }
    let offset = Int.random(in: 0..<records.count, using: &random)
    fill(&records[offset], using: &random)
    return records[offset]
  }

  /// Puts some records elsewhere, or all of them.
  mutating func reorder(using random: inout SeededGenerator) {
    guard records.count > 1 else { return }
    if Int.random(in: 0..<4, using: &random) == 0 {
      records.shuffle(using: &random)
    } else {
      let record = records.remove(at: Int.random(in: 0..<records.count, using: &random))
      records.insert(record, at: Int.random(in: 0...records.count, using: &random))
    }
  }

  /// Forgets all: the other end began anew.
  mutating func clear() { records = [] }

  private func fill(_ record: inout Record, using random: inout SeededGenerator) {
    record.number = Int.random(in: 0..<40, using: &random)
    record.status = Int.random(in: 0..<Self.statuses.count, using: &random)
    record.text = Int.random(in: 0..<Self.texts.count, using: &random)
    record.shape = Int.random(in: 0..<12, using: &random)
  }

  // MARK: Text

  /// A record as an object.
  func object(_ record: Record) -> String {
    var members = [#""id":"r\#(record.id)""#, #""status":"\#(Self.statuses[record.status])""#]
    // Not all records have all fields, and not all say the same kind of value.
    switch record.shape {
    case 0: members.append(#""n":null"#)
    case 1: members.append(#""n":"\#(record.number)x""#)
    case 2: members.append(#""n":\#(record.number).50"#)
    case 3: break
    case 4: members.append(#""n":-\#(record.number)"#)
    default: members.append(#""n":\#(record.number)"#)
    }
    members.append(#""name":"\#(Self.texts[record.text])""#)
    if record.shape > 2 { members.append(#""created":\#(record.created)"#) }
    if record.shape > 6 {
      members.append(#""more":{"tags":["a",\#(record.number)],"deep":{"x":\#(record.shape)}}"#)
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The text of a change of a record; nil if the form tells all of the list.
  func line(_ record: Record, isAbsent: Bool) -> String? {
    switch form {
    case .events: isAbsent ? nil : object(record)
    case .changes where isAbsent: #"{"at":\#(time),"op":"delete","id":"r\#(record.id)"}"#
    case .changes: #"{"at":\#(time),"op":"upsert","row":\#(object(record))}"#
    case .lines: "\(time) \(Self.statuses[record.status]) number=\(record.number) r\(record.id)"
    case .snapshots, .lists, .runs, .tables: nil
    }
  }

  /// The whole list; nil if the form tells changes.
  func list(of records: [Record]) -> String? {
    let objects = records.map(object).joined(separator: ",")
    switch form {
    case .events, .changes, .lines: return nil
    case .snapshots: return #"{"at":\#(time),"rows":[\#(objects)]}"#
    case .lists, .runs: return "[\(objects)]"
    case .tables:
      let lines = records.map { record in
        [
          "r\(record.id)".padding(8), Self.statuses[record.status].padding(10),
          "\(record.number)".padding(6), "x",
        ].joined()
      }
      return (["NAME    STATUS    AGE   END"] + lines).joined(separator: "\n")
    }
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
