package import FeedIdentity
package import FeedValues
package import TerminalCore

/// The list of fields shown over the table, from which the user chooses the key of the rows.
package struct KeyPicker: Hashable, Sendable {
  /// A possible choice.
  package struct Entry: Hashable, Sendable {
    package let choice: KeyChoice
    package let title: String
    /// The evidence of the rows for or against it.
    package let evidence: String
  }

  package let entries: [Entry]
  /// The number of rows examined.
  private let rowCount: Int
  package private(set) var chooser: Chooser<KeyChoice>

  /// The maximum number of rows that are examined.
  package static let maximumRows = KeyCandidate.rowLimit

  /// Creates the list for some rows, with the current rule selected.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rule: The rule that currently identifies the rows; nil if undecided.
  package init(_ rows: [Row], rule: KeyRule?) {
    var entries = [
      Entry(choice: .automatic, title: Text.automatic, evidence: Text.inEffect(rule)),
      Entry(choice: .none, title: Text.none, evidence: ""),
    ]
    if case .fields(let paths)? = rule, paths.count > 1 {
      let candidate = KeyCandidate(paths, of: rows)
      entries.append(Entry(candidate))
    }
    entries += KeyCandidate.fields(of: rows).map(Entry.init)
    self.entries = entries
    rowCount = min(rows.count, Self.maximumRows)
    let current = entries.first { entry in
      if case .fields(let paths) = entry.choice { rule == .fields(paths) } else { false }
    }
    chooser = Chooser(current?.choice ?? .automatic)
  }

  /// The texts of the list.
  package enum Text {
    package static let title = "What identifies a row"
    package static let automatic = "automatic"
    package static let none = "every line its own row"
    package static let sourceAlone = "the source alone does not identify a row"
    package static let noRows = "no rows yet to choose a key from"

    package static func inEffect(_ rule: KeyRule?) -> String { rule.map { "now \($0)" } ?? "" }

    package static func evidence(_ candidate: KeyCandidate) -> String {
      var text = "\(grouped(candidate.distinct)) distinct"
      if candidate.repeats > 0 { text += " · \(plural(candidate.repeats, "repeat"))" }
      if candidate.missing > 0 { text += " · missing in \(grouped(candidate.missing))" }
      return text
    }

    package static func chosen(_ choice: KeyChoice) -> String {
      switch choice {
      case .automatic: "rows are identified automatically from here on"
      case .none: "every line is a row of its own from here on"
      case .fields(let paths): "rows are identified by \(KeyRule.fields(paths)) from here on"
      }
    }

    /// The description of a feed in which rows replace others.
    package static func updates(by rule: KeyRule, key: String) -> String {
      key.isEmpty ? "updates by \(rule)" : "updates by \(rule) · \(key)"
    }
  }
}

extension KeyPicker.Entry {
  init(_ candidate: KeyCandidate) {
    self.init(
      choice: .fields(candidate.fields),
      title: candidate.description,
      evidence: KeyPicker.Text.evidence(candidate)
    )
  }
}

extension KeyPicker: LayerContents {
  private var choices: [Chooser<KeyChoice>.Entry] {
    entries.map { entry in
      var choice = Chooser<KeyChoice>.Entry(entry.choice, entry.title)
      choice.details = [Segment(text: entry.evidence, role: .dim)]
      return choice
    }
  }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    switch chooser.handle(event, among: choices) {
    case .chosen(let choice): .consumed([.close, .identify(choice)])
    case .cancelled: .consumed([.close])
    case .ignored, .moved, .missing: .consumed
    }
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let title = "\(Text.title) · \(plural(rowCount, "row"))"
    return chooser.draw(choices, title: title, into: &buffer, in: context)
  }
}
