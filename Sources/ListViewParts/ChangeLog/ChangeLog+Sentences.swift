import Columns
import FeedStore
internal import FeedValues
internal import TerminalCore

extension ChangeLog {
  /// A change as a sentence, such as `job-7 failed, was running`.
  mutating func sentence(for change: RowChange) -> String {
    let name = DisplayWidth.cut(change.row.id.description, to: Self.valueWidth)
    switch change {
    case .deletion: return Speech.Text.gone(name)
    case .move(_, _, let target): return Speech.Text.moved(name, to: target + 1)
    case .insertion(let row, _):
      let summary = summary(of: row).split(separator: "  ").map(String.init)
      let isNamed = row.id.key.count > 0 || summary.isEmpty
      return Speech.Text.new((isNamed ? [name] : []) + summary)
    case .update(_, _, let fields):
      func text(_ value: JSONValue?) -> String {
        value.map { DisplayWidth.cut($0.string, to: Self.valueWidth) } ?? RowChange.Text.none
      }
      let states = fields.filter(\.isOfState) + fields.filter { !$0.isOfState }
      let parts = states.map { field in
        let (old, new) = (text(field.old), text(field.new))
        // The thing that a state belongs to need not be said.
        let name = DisplayWidth.cut(field.path.name, to: Self.valueWidth)
        return Speech.Text.change(field.isOfState ? "" : name, old, new)
      }
      return Speech.Text.changes(name, parts)
    }
  }

  /// The number of rows.
  package var rowCount: Int { list.count }
}

extension ChangedField {
  /// Whether the values are states, such as `failed`.
  fileprivate var isOfState: Bool {
    [old, new].contains { $0.map { StatusTone($0.string) != .neutral } ?? false }
  }

  /// Whether something has failed.
  fileprivate var isFailure: Bool { new.map { StatusTone($0.string) == .bad } ?? false }
}

/// The sentences said of a feed: one a second at most, so that a screen reader keeps up.
package struct Speech: Sendable {
  /// The sentence to be said next, and how many others there are.
  private var next: String?
  private var others = 0
  private var lastTime: ContinuousClock.Instant?
  /// Whether the rows that are there from the start have been counted.
  private var hasBegun = false

  package init() {}

  /// The least time from one sentence to the next.
  static let interval = Duration.seconds(1)

  /// Changes in the order in which they matter: what has failed comes first.
  static func byImportance(_ changes: [RowChange]) -> [RowChange] {
    func rank(_ change: RowChange) -> Int {
      switch change {
      case .update(_, _, let fields): fields.contains(where: \.isFailure) ? 0 : 1
      case .insertion: 2
      case .deletion: 3
      case .move: 4
      }
    }
    return (0...4).flatMap { number in changes.filter { rank($0) == number } }
  }

  /// Says how many rows there are; later only what changes.
  package mutating func begin(rows: Int, of name: String) {
    guard !hasBegun else { return }
    hasBegun = true
    next = Text.rows(rows, name)
  }

  /// Adds what has changed.
  package mutating func add(_ sentences: [String]) {
    guard hasBegun, let first = sentences.first else { return }
    others += sentences.count - (next == nil ? 1 : 0)
    next = next ?? first
  }

  /// When there is something to say; nil if there is nothing.
  package var nextInstant: ContinuousClock.Instant? {
    next == nil ? nil : lastTime.map { $0 + Self.interval } ?? .now
  }

  /// The sentence that is due; nil if none is.
  ///
  /// - Parameters:
  ///   - instant: The current time.
  ///   - isLast: Whether nothing will be said any more.
  /// - Returns: The sentence.
  package mutating func take(
    at instant: ContinuousClock.Instant,
    isLast: Bool = false
  ) -> String? {
    guard let sentence = next, isLast || lastTime.map({ instant >= $0 + Self.interval }) ?? true
    else { return nil }
    defer { (next, others, lastTime) = (nil, 0, instant) }
    return others == 0 ? sentence : Text.more(sentence, others)
  }

  /// The sentences.
  package enum Text {
    package static func rows(_ count: Int, _ name: String) -> String {
      "\(name) has \(plural(count, "row")). Control C ends."
    }
    package static func gone(_ name: String) -> String { "\(name) is gone." }
    package static func moved(_ name: String, to place: Int) -> String {
      "\(name) moved to place \(grouped(place))."
    }
    package static func new(_ values: [String]) -> String {
      "New: \(values.joined(separator: ", "))."
    }
    package static func change(_ field: String, _ old: String, _ new: String) -> String {
      "\(field.isEmpty ? "" : "\(field) ")\(new), was \(old)"
    }
    package static func changes(_ name: String, _ parts: [String]) -> String {
      "\(name) \(parts.joined(separator: "; "))."
    }
    package static func more(_ sentence: String, _ others: Int) -> String {
      "\(sentence) And \(plural(others, "other change"))."
    }
    /// A row that is read from its first column to its last.
    package static func row(_ values: [(title: String, text: String)]) -> String {
      values.map { "\($0.title.lowercased()) \($0.text)" }.joined(separator: ", ") + "."
    }
  }
}
