import Columns
package import FeedValues
package import TerminalCore

/// The list of columns shown over the table, in which the user chooses and orders them.
package struct ColumnPicker: LayerContents {
  /// The choice among the paths of the columns, which stay highlighted when they move; nil before there are columns.
  package private(set) var chooser: Chooser<FieldPath?>

  /// Rows used for sample values, those in view first.
  package private(set) var samples: [Row]

  package init(selection: FieldPath? = nil, samples: [Row] = []) {
    (chooser, self.samples) = (Chooser(selection), samples)
  }

  /// Highlights the column that took the place of the one that was.
  package mutating func follow(_ path: FieldPath, samples: [Row]) {
    chooser.selection = path
    self.samples = samples
  }

  /// The actions of the list besides those of every chooser.
  package enum Action: String, CaseIterable, Sendable {
    case toggle
    case moveDown, moveUp
    case narrower, wider
    case format
    case reset
  }

  /// The keys of the list, none of which is a letter, and a short description of each action.
  static let keys: [(action: Action, keys: [InputEvent], help: String)] = [
    (.toggle, [.character(" ")], ActionText.ColumnList.toggle),
    (.moveDown, [.key(.down, .shift), .character("]")], ActionText.ColumnList.moveDown),
    (.moveUp, [.key(.up, .shift), .character("[")], ActionText.ColumnList.moveUp),
    (.narrower, [.character("<"), .key(.left)], ActionText.ColumnList.narrower),
    (.wider, [.character(">"), .key(.right)], ActionText.ColumnList.wider),
    (.format, [.key(.tab)], ActionText.ColumnList.format),
    (.reset, [.key(.delete)], ActionText.ColumnList.reset),
  ]

  /// The key hints, the most useful first.
  private static let hints: [(actions: [Action], help: String)] = [
    ([.toggle], HintText.show), ([.moveUp, .moveDown], HintText.order),
    ([.narrower, .wider], HintText.width), ([.format], HintText.format),
    ([.reset], HintText.reset),
  ]

  /// The labels of the first keys of actions.
  private static func label(of actions: [Action]) -> String {
    actions.compactMap { action in
      keys.first { $0.action == action }?.keys.first?.keyLabel
    }
    .joined(separator: " ")
  }

  package var readsFields: Bool { true }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    let columns = context.columns
    let selected = columns.firstIndex { $0.path == chooser.selection } ?? 0
    guard !columns.isEmpty,
      let action = Self.keys.first(where: { $0.keys.contains(event) })?.action
    else {
      switch chooser.handle(event, among: entries(in: context)) {
      case .chosen, .cancelled: return .consumed([.close, .rememberColumns])
      case .ignored where event == .key(.enter): return .consumed([.close, .rememberColumns])
      case .ignored, .moved, .missing: return .consumed
      }
    }
    switch action {
    case .toggle: return .consumed([.change(.toggle(selected))])
    case .moveDown where selected + 1 < columns.count: return .consumed([.change(.swap(selected))])
    case .moveUp where selected > 0: return .consumed([.change(.swap(selected - 1))])
    case .moveDown, .moveUp: return .consumed
    case .narrower: return .consumed([.change(.resize(selected, by: -1))])
    case .wider: return .consumed([.change(.resize(selected, by: 1))])
    case .format: return .consumed([.change(.nextFormat(selected))])
    case .reset: return .consumed([.change(.reset)])
    }
  }

  private func entries(in context: Context) -> [Chooser<FieldPath?>.Entry] {
    context.columns.enumerated().map { offset, column in
      let isShown = context.isShown(offset)
      var entry = Chooser<FieldPath?>.Entry(column.path, column.title)
      entry.sign = isShown ? "[x] " : "[ ] "
      entry.isDim = !isShown
      let format = column.formatName.rawValue
      let space = String(repeating: " ", count: max(1, 9 - format.count))
      entry.details =
        [Segment(text: format + space, role: .dim)]
        + (choices(of: column, in: context) ?? [sample(of: column, in: context)])
      return entry
    }
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    chooser.draw(
      entries(in: context),
      title: Text.title,
      into: &buffer,
      in: context,
      hints: Self.hints.map { KeyHint(Self.label(of: $0.actions), $0.help) },
      ending: [KeyHint(ChooserText.enter, HintText.close)]
    )
  }

  /// The values of a column that has only a few, with their counts; nil for other columns.
  private func choices(of column: Column, in context: Context) -> [Segment]? {
    guard context.facts?.field(of: column)?.kind == .choices else { return nil }
    return context.facts(on: column)
  }

  private func sample(of column: Column, in context: Context) -> Segment {
    let text =
      column.firstRow(in: samples).map {
        column.cellText(of: $0, in: context.calendar, at: context.present)
      } ?? Text.noRow(with: column.path.description)
    return Segment(text: DisplayWidth.cut(text, to: 40), role: .dim)
  }

  /// The texts of the list.
  package enum Text {
    package static let title = "Columns"
    package static func noRow(with path: String) -> String { "no row has \(path)" }
  }
}

extension Context {
  /// Whether a column is on the screen, or would be if the screen were not scrolled.
  package func isShown(_ column: Int) -> Bool {
    columns[column].visibility == .shown || layout.chosen.contains(column)
  }
}

extension Column {
  /// The first row that has a value in the column; nil if none has.
  package func firstRow(in rows: [Row]) -> Row? { rows.first { value(of: $0) != nil } }
}
