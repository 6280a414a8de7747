package import Feeds
internal import TerminalCore

/// The list of fields over the table from which the reader chooses what identifies a row.
package struct KeyPicker: Hashable, Sendable {
  /// What can be chosen.
  package struct Entry: Hashable, Sendable {
    package let choice: KeyChoice
    package let title: String
    /// What the rows say of it.
    package let evidence: String
  }

  package let entries: [Entry]
  /// Which entry is selected, and which are in view.
  package var position: ScrollPosition

  /// Makes the list for some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rule: How they are identified so far; it is selected.
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
    let current = entries.firstIndex { entry in
      if case .fields(let paths) = entry.choice { rule == .fields(paths) } else { false }
    }
    position = ScrollPosition(offset: 0, cursor: current ?? 0)
  }

  /// The entry that is selected.
  package var selected: Entry? {
    position.cursor.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
  }

  /// What the list says.
  package enum Text {
    package static let title = "What identifies a row"
    static let automatic = "automatic"
    static let none = "every line its own row"

    static func inEffect(_ rule: KeyRule?) -> String { rule.map { "now \($0)" } ?? "" }

    static func evidence(_ candidate: KeyCandidate) -> String {
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

    /// What is said where rows take the place of others.
    package static func updates(by rule: KeyRule, key: String) -> String {
      key.isEmpty ? "updates by \(rule)" : "updates by \(rule) · \(key)"
    }
  }

  /// What the line of keys shows.
  package static let hints: [(actions: [Action], help: String)] = [
    ([.move(.nextRow), .move(.previousRow)], "select"), ([.row(.open)], "choose"),
    ([.program(.close)], "close"),
  ]
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
