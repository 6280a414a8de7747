internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore

/// Draws the topmost layer.
extension App {
  /// Draws the topmost layer.
  ///
  /// - Returns: The content of the status bar meanwhile.
  func drawLayer(of buffer: inout CellBuffer, _ context: Context) -> KeyLine {
    guard var layer = layers.last else { return .standard }
    if var pane = layer.contents(as: MalformedInputPane.self) {
      pane.source = feed.outageLines(in: context)
      layer = .pane(pane)
    } else if var prompt = openPrompt {
      prompt.status = status(of: prompt, in: context)
      let found = completions(for: prompt.prompt.purpose, prompt.prompt.editor)
      prompt.ghost = prompt.prompt.ghost(of: found)
      prompt.candidates = Prompt.Completion(candidates: found.texts, length: found.length)
      prompt.menu = menu(of: prompt.prompt, found.texts, context)
      if let picking = prompt.picking, prompt.prompt.completion == nil {
        // The rows must be visible.
        (prompt.menu, prompt.candidates, prompt.ghost) = (nil, nil, "")
        if prompt.prompt.editor.isEmpty {
          prompt.ghost =
            picking == .one ? OpenPrompt.Text.toPick : OpenPrompt.Text.toPickSeveral
        }
      }
      layer = .pane(prompt)
    }
    return layer.draw(into: &buffer, in: context)
  }

  /// The result of a prompt: a match count or a row count.
  private func status(of open: OpenPrompt, in context: Context) -> String {
    let prompt = open.prompt
    switch prompt.purpose {
    case .search where open.before.detail != nil && detail != nil && prompt.problem == nil:
      let isVain = detail?.search?.matches.isEmpty ?? false
      return isVain ? OpenPrompt.Text.noMatch : detail?.matchCount ?? ""
    case .search where !prompt.editor.isEmpty && prompt.problem == nil:
      guard let search = find.search else { return "" }
      return matchCount(of: search, none: OpenPrompt.Text.noMatch, in: context)
    case .filter where list.preview != nil:
      let preview = list.preview
      let text = OpenPrompt.Text.matches(preview?.count ?? 0, of: list.allRows.count)
      return preview?.isComplete ?? true ? text : "\(text) …"
    case .filter where find.filter != nil:
      let since = find.reference.map { "\($0) · " } ?? ""
      return since
        + OpenPrompt.Text.matches(list.table.displayedRows.count, of: list.allRows.count)
    case .search, .filter, .command, .column: return ""
    }
  }
}
