package import FeedValues

/// A problem with the identities of a feed's rows that keeps changes from being recognised.
///
/// Its description states the problem and the remedy in one sentence.
package enum KeyProblem: Hashable, Sendable {
  /// No row has the key; the first one has these fields.
  case absent(KeyRule, fields: [String])
  /// Some of the rows lack the key.
  case missing(KeyRule, rows: Int, of: Int)
  /// Some of the rows have the key of an earlier row; the first of those keys.
  case shared(KeyRule, rows: Int, example: String)
  /// Some objects share only their key with an earlier one; the first such key.
  case unrelated(KeyRule, rows: Int, example: String)
  /// The rows are identified by a different rule than at first, for a reason.
  case rechosen(KeyRule, from: KeyRule, reason: String)
  /// The rows of a list have no unique key: only their content identifies them.
  case wholeContent
  /// Nothing identifies single rows, so that none replaces another.
  case arrival

  /// The kind of a problem, whatever its counts.
  package enum Kind: Hashable, Sendable {
    /// ``KeyProblem/absent(_:fields:)``
    case absent
    /// ``KeyProblem/missing(_:rows:of:)``
    case missing
    /// ``KeyProblem/shared(_:rows:example:)``
    case shared
    /// ``KeyProblem/unrelated(_:rows:example:)``
    case unrelated
    /// ``KeyProblem/rechosen(_:from:reason:)``
    case rechosen
    /// ``KeyProblem/wholeContent``
    case wholeContent
    /// ``KeyProblem/arrival``
    case arrival
  }

  /// The kind of problem, which stays the same while its counts change, so that it is reported once.
  package var kind: Kind {
    switch self {
    case .absent: .absent
    case .missing: .missing
    case .shared: .shared
    case .unrelated: .unrelated
    case .rechosen: .rechosen
    case .wholeContent: .wholeContent
    case .arrival: .arrival
    }
  }
}

extension KeyProblem: CustomStringConvertible {
  /// The problem, and what can be done about it.
  package var description: String {
    switch self {
    case .absent(let key, let fields):
      let remedy =
        fields.isEmpty
        ? "remove --key"
        : "use --key with one of their fields, such as \(fields.joined(separator: ", "))"
      return "no row has the key \(key), so no row can be updated: \(remedy)"
    case .missing(let key, let rows, let count):
      return
        "\(rows) of \(count) rows without the key \(key) cannot be tracked: choose another with --key"
    case .shared(let key, let rows, let example):
      return
        "duplicate keys: \(rows) \(rows == 1 ? "row repeats" : "rows repeat") the \(key) of an earlier "
        + "row, such as \(example); they are distinguished by their order: --key A,B combines fields"
    case .unrelated(let key, let rows, let example):
      return
        "\(rows) \(rows == 1 ? "object repeats" : "objects repeat") the \(key) of another one, such "
        + "as \(example), but none of its other fields: kept as separate rows; --key \(key) updates rows"
    case .rechosen(let rule, let old, let reason):
      return "rows are now identified by \(rule), not \(old): \(reason)"
    case .wholeContent:
      return
        "no unique key: an updated row is shown as deleted and inserted; choose one or more fields "
        + "with --key"
    case .arrival:
      return "no unique key: each value is a new row; choose a field with --key"
    }
  }
}

/// The keys of a list: statistics from its last snapshot on.
package struct KeyTally: Sendable {
  private(set) var rows = 0
  private(set) var lacking = 0
  package private(set) var shared = 0
  private var firstShared: ByteSlice?
  private var unrelated = 0
  private var unrelatedRule: KeyRule?
  private var firstUnrelated: ByteSlice?
  /// The first row that has fields.
  private var firstObject: JSONValue?

  package init() {}

  package init(_ values: [JSONValue], lacking: Int) {
    rows = values.count
    self.lacking = lacking
    firstObject = values.first { $0.kind == .object }?.compacted()
  }

  /// The number of rows that the key does not distinguish from others.
  package var faults: Int { lacking + shared }

  package mutating func note(_ value: JSONValue) {
    rows += 1
    if firstObject == nil, value.kind == .object { firstObject = value.compacted() }
  }

  package mutating func noteLacking() { lacking += 1 }

  package mutating func noteShared(_ key: ByteSlice) {
    shared += 1
    firstShared = firstShared ?? key
  }

  package mutating func noteUnrelated(_ key: ByteSlice, _ rule: KeyRule) {
    unrelated += 1
    unrelatedRule = rule
    firstUnrelated = firstUnrelated ?? key
  }

  /// The problems of rows that are identified by a rule, the worst first.
  package func problems(of inference: KeyInference?) -> [KeyProblem] {
    guard let inference, rows > 0 else { return [] }
    let rule = inference.rule
    var refuted: [KeyProblem] = []
    if unrelated > 0, let unrelatedRule, let key = firstUnrelated {
      let example = Self.text(of: key)
      refuted = [.unrelated(unrelatedRule, rows: unrelated, example: example)]
    }
    switch rule {
    case .content: return firstObject == nil ? [] : [.wholeContent]
    case .arrival:
      // An entry of a log is a row of its own.
      let isLog = firstObject.map(LogLine.isLogLine) ?? true
      return isLog || inference.origin != .events ? refuted : refuted + [.arrival]
    case .position: return []
    case .fields:
      var problems: [KeyProblem] = []
      if lacking == rows {
        problems.append(.absent(rule, fields: fields))
      } else if lacking > 0 {
        problems.append(.missing(rule, rows: lacking, of: rows))
      }
      if shared > 0, let firstShared {
        problems.append(.shared(rule, rows: shared, example: Self.text(of: firstShared)))
      }
      return problems + refuted
    }
  }

  private static func text(of key: ByteSlice) -> String {
    String(RowID(key: key).description.prefix(60))
  }

  /// The names of some of the first row's scalars.
  private var fields: [String] {
    var names: [String] = []
    firstObject?.forEachMember { name, value in
      if value.isScalar { names.append(name) }
      return names.count < 6
    }
    return names
  }
}
