package import FeedIdentity
package import FeedValues
package import TerminalCore

/// A box with a list from which one entry is chosen: with the arrows, by letters of its title, or at once by its number.
///
/// The entries are passed anew with each event and each frame, so that they may change meanwhile.
package struct Chooser<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Something that can be chosen.
  package struct Entry: Sendable {
    package let id: ID
    package let title: String
    /// The number that chooses it at once; nil for none.
    package var number: Int?
    /// Whether it is shown dimmed, such as a column that is not on the screen.
    package var isDim = false
    /// The text before the title.
    package var sign = ""
    package var details: [Segment] = []

    package init(_ id: ID, _ title: String) { (self.id, self.title) = (id, title) }
  }

  /// The effect of an event.
  package enum Result: Hashable, Sendable {
    /// The event means nothing here.
    case ignored
    /// Another entry may be highlighted.
    case moved
    case chosen(ID)
    /// No entry has the number.
    case missing(Int)
    case cancelled
  }

  /// The entry that is highlighted.
  package var selection: ID
  /// The letters that were typed.
  package private(set) var query = ""

  package init(_ selection: ID) { self.selection = selection }

  /// The entries with the typed letters, the best first.
  package func found(among entries: [Entry]) -> [Entry] {
    guard !query.isEmpty else { return entries }
    let ranked = entries.enumerated().compactMap { offset, entry in
      FuzzyMatch(query, in: entry.title).map { (rank: ($0.cost, offset), entry: entry) }
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.entry)
  }

  /// Handles an event.
  package mutating func handle(_ event: InputEvent, among entries: [Entry]) -> Result {
    if let action = ChooserAction(event) { return perform(action, among: entries) }
    let text: String
    switch event {
    case .key(.character(let character), let modifiers) where modifiers.isSubset(of: .shift):
      if query.isEmpty, let number = character.wholeNumberValue,
        entries.contains(where: { $0.number != nil })
      {
        let entry = entries.first { $0.number == number }
        return entry.map { .chosen($0.id) } ?? .missing(number)
      }
      text = String(character)
    case .paste(let pasted): text = DisplayWidth.cut(pasted, to: Self.longestQuery)
    default: return .ignored
    }
    guard query.count < Self.longestQuery else { return .moved }
    query += text
    return selectBest(among: entries)
  }

  private static var longestQuery: Int { 64 }

  private mutating func perform(_ action: ChooserAction, among entries: [Entry]) -> Result {
    let found = found(among: entries)
    let place = found.firstIndex { $0.id == selection }
    func move(to offset: Int) -> ID? { found.isEmpty ? nil : found[offset].id }
    let last = found.count - 1
    switch action {
    case .next: selection = move(to: place.map { $0 < last ? $0 + 1 : 0 } ?? 0) ?? selection
    case .previous: selection = move(to: place.map { $0 > 0 ? $0 - 1 : last } ?? last) ?? selection
    case .pageDown: selection = move(to: min((place ?? 0) + 9, last)) ?? selection
    case .pageUp: selection = move(to: max((place ?? 0) - 9, 0)) ?? selection
    case .first: selection = move(to: 0) ?? selection
    case .last: selection = move(to: last) ?? selection
    case .erase:
      guard !query.isEmpty else { return .ignored }
      query.removeLast()
      return query.isEmpty ? .moved : selectBest(among: entries)
    case .clear: query = ""
    case .take: return place.map { .chosen(found[$0].id) } ?? .ignored
    case .cancel: return .cancelled
    }
    return .moved
  }

  private mutating func selectBest(among entries: [Entry]) -> Result {
    selection = found(among: entries).first?.id ?? selection
    return .moved
  }

  /// Draws the box above the line of key hints.
  ///
  /// - Parameters:
  ///   - entries: All entries.
  ///   - title: The title of the choice.
  ///   - buffer: The screen.
  ///   - context: The context.
  ///   - hints: Key hints besides those of every such box.
  ///   - ending: Those of the keys that close it.
  /// - Returns: The key hints.
  package func draw(
    _ entries: [Entry],
    title: String,
    into buffer: inout CellBuffer,
    in context: Context,
    hints: [KeyHint] = [],
    ending: [KeyHint] = [
      KeyHint(ChooserText.enter, HintText.choose), KeyHint(ChooserText.escape, ChooserText.cancel),
    ]
  ) -> KeyLine {
    let found = found(among: entries)
    let hasNumbers = entries.contains { $0.number != nil }
    var items = found.map { entry in
      let role: Theme.Role = entry.isDim ? .dim : .text
      let number = entry.number.map { "\($0) " } ?? (hasNumbers ? "  " : "")
      return PromptMenu.Item(
        [
          Segment(text: number, role: .accent, isBold: true),
          Segment(text: entry.sign, role: role), Segment(text: entry.title, role: role),
        ],
        details: entry.details
      )
    }
    if items.isEmpty { items = [PromptMenu.Item([Segment(text: ChooserText.nothing, role: .dim)])] }
    let menu = PromptMenu(
      title: query.isEmpty ? title : "\(title)  \(query)▏",
      items: items,
      choice: found.firstIndex { $0.id == selection },
      footer: found.count < entries.count ? ChooserText.found(found.count, of: entries.count) : ""
    )
    let size = context.size
    menu.draw(above: context.screen.keys ?? size.lines, into: &buffer, in: context)
    let moving = [
      KeyHint(ChooserText.arrows, HintText.move), KeyHint(ChooserText.letters, ChooserText.find),
    ]
    return .hints(hints + ending + moving)
  }
}

/// The effect of a key in a chooser.
package enum ChooserAction: CaseIterable, Sendable {
  case next, previous, pageDown, pageUp, first, last, erase, clear, take, cancel

  /// The keys and a short description of each action; letters are typed, and digits choose by number.
  package static let keys: [(action: ChooserAction, keys: [InputEvent], help: String)] = [
    (.next, [.key(.down), .key(.right), .key(.tab), .control("n")], ActionText.Choosing.next),
    (
      .previous, [.key(.up), .key(.left), .key(.tab, .shift), .control("p")],
      ActionText.Choosing.previous
    ),
    (.pageDown, [.key(.pageDown), .control("d")], ActionText.Choosing.pageDown),
    (.pageUp, [.key(.pageUp), .control("b")], ActionText.Choosing.pageUp),
    (.first, [.key(.home)], ActionText.Choosing.first),
    (.last, [.key(.end)], ActionText.Choosing.last),
    (.erase, [.key(.backspace)], ActionText.Choosing.erase),
    (.clear, [.control("u")], ActionText.Choosing.clear),
    (.take, [.key(.enter)], ActionText.Choosing.take),
    (.cancel, [.key(.escape)], ActionText.Choosing.cancel),
  ]

  /// The action of an event; nil if it has none.
  init?(_ event: InputEvent) {
    guard let action = Self.keys.first(where: { $0.keys.contains(event) })?.action else {
      return nil
    }
    self = action
  }
}

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
  ///   - shown: The fields of the columns.
  package init(_ rows: [Row], rule: KeyRule?, showing shown: [FieldPath] = []) {
    var entries = [
      Entry(choice: .automatic, title: Text.automatic, evidence: Text.inEffect(rule)),
      Entry(choice: .none, title: Text.none, evidence: ""),
    ]
    if case .fields(let paths)? = rule, paths.count > 1 {
      let candidate = KeyCandidate(paths, of: rows)
      entries.append(Entry(candidate))
    }
    entries += KeyCandidate.fields(of: rows, and: shown).map(Entry.init)
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
