/// Something about the identities of a feed's rows that keeps changes from being told as they are.
///
/// Its description says in a sentence what is wrong and what can be done.
public enum KeyTrouble: Hashable, Sendable {
  /// No row has the key; the first one has these fields.
  case absent(KeyRule, fields: [String])
  /// Some of the rows lack the key.
  case missing(KeyRule, rows: Int, of: Int)
  /// Some of the rows have the key of a row before them; the first of those keys.
  case shared(KeyRule, rows: Int, example: String)
  /// Nothing identifies a row of a list but all that it says.
  case wholeContent
  /// Nothing identifies a row that arrives alone: no other takes its place.
  case arrival

  /// Which trouble it is, whatever its figures.
  public enum Kind: Hashable, Sendable {
    /// ``KeyTrouble/absent(_:fields:)``
    case absent
    /// ``KeyTrouble/missing(_:rows:of:)``
    case missing
    /// ``KeyTrouble/shared(_:rows:example:)``
    case shared
    /// ``KeyTrouble/wholeContent``
    case wholeContent
    /// ``KeyTrouble/arrival``
    case arrival
  }

  /// Which trouble it is, so that it is said once though its figures go on changing.
  public var kind: Kind {
    switch self {
    case .absent: .absent
    case .missing: .missing
    case .shared: .shared
    case .wholeContent: .wholeContent
    case .arrival: .arrival
    }
  }
}

extension KeyTrouble: CustomStringConvertible {
  /// What is wrong, and what can be done.
  public var description: String {
    switch self {
    case .absent(let key, let fields):
      let remedy =
        fields.isEmpty
        ? "leave --key out"
        : "give --key one of their fields, such as \(fields.joined(separator: ", "))"
      return "no row so far has the key \(key), so that no change of a row can be told: \(remedy)"
    case .missing(let key, let rows, let count):
      return "\(rows) of \(count) rows lack the key \(key), and no change of these can be told: "
        + "--key names another one"
    case .shared(let key, let rows, let example):
      return "\(rows) \(rows == 1 ? "row has" : "rows have") the key of a row before, the first "
        + "\(key) \(example), and are told apart by their order alone: --key A,B joins fields"
    case .wholeContent:
      return "no field is in every row and unique: a row that changes or moves is told as one that "
        + "goes and one that comes; --key names a field, or several"
    case .arrival:
      return "no field identifies a row: none takes the place of another; --key names a field"
    }
  }
}

/// What is known of the keys of a list, from its last snapshot on.
struct KeyTally: Sendable {
  private(set) var rows = 0
  private(set) var lacking = 0
  private(set) var shared = 0
  private var firstShared: ByteSlice?
  /// The first row that has fields.
  private var firstObject: JSONValue?

  mutating func note(_ values: [JSONValue]) {
    rows += values.count
    if firstObject == nil { firstObject = values.first { $0.kind == .object }?.compacted() }
  }

  mutating func note(_ value: JSONValue) {
    rows += 1
    if firstObject == nil, value.kind == .object { firstObject = value.compacted() }
  }

  mutating func noteLacking() { lacking += 1 }

  mutating func noteShared(_ key: ByteSlice) {
    shared += 1
    firstShared = firstShared ?? key
  }

  /// The troubles of rows that are known by a rule, the worst first.
  func troubles(of inference: KeyInference?) -> [KeyTrouble] {
    guard let inference, rows > 0 else { return [] }
    let rule = inference.rule
    switch rule {
    case .content: return firstObject == nil ? [] : [.wholeContent]
    case .arrival: return firstObject == nil || inference.isDeliberate ? [] : [.arrival]
    case .fields:
      var troubles: [KeyTrouble] = []
      if lacking == rows {
        troubles.append(.absent(rule, fields: fields))
      } else if lacking > 0 {
        troubles.append(.missing(rule, rows: lacking, of: rows))
      }
      if shared > 0, let firstShared {
        let example = RowID(key: firstShared).description
        troubles.append(.shared(rule, rows: shared, example: String(example.prefix(60))))
      }
      return troubles
    }
  }

  /// The names of the first row's scalars, some of them.
  private var fields: [String] {
    var names: [String] = []
    firstObject?.forEachMember { name, value in
      if value.isScalar { names.append(name) }
      return names.count < 6
    }
    return names
  }
}
