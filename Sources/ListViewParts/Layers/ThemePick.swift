package import TerminalCore

/// The choice of a theme, which is shown while the user moves through the list.
package struct ThemePick: LayerContents {
  private let names: [String]
  private let current: String
  private var chooser: Chooser<String>

  /// Creates the choice among some names, one of which is in use.
  package init(_ names: [String], current: String) {
    (self.names, self.current) = (names, current)
    chooser = Chooser(current)
  }

  private var entries: [Chooser<String>.Entry] { names.map { Chooser.Entry($0, $0) } }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    let before = chooser.selection
    switch chooser.handle(event, among: entries) {
    case .chosen(let name): return .consumed([.close, .theme(name, isKept: true)])
    case .cancelled: return .consumed([.close, .theme(current, isKept: false)])
    case .ignored, .moved, .missing:
      guard chooser.selection != before else { return .consumed }
      return .consumed([.theme(chooser.selection, isKept: false)])
    }
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    chooser.draw(entries, title: Text.title, into: &buffer, in: context)
  }

  /// The texts of the choice.
  package enum Text {
    package static let title = "theme"
  }
}
