import Columns
import ListViewParts

/// The number of rows in the title, and that of all.
func rowCount(_ count: Int, of all: Int? = nil) -> String {
  TitleBar.Text.rowCounts(count, of: all, columns: 100)
}

/// A key hint of the status bar.
func hint(_ keys: String, _ help: String) -> String { "\(keys) \(help)" }

/// The hint for the help, which the status bar shows whenever nothing else is to be said.
let helpHint = hint("?", HintText.help)

/// The arrow and the count of new rows that are out of sight.
func unseen(_ arrow: String, _ count: Int) -> String { StatusBar.Text.unseen(arrow, count) }

/// The help for the keys of an action, alone or with others.
func helpLine(_ name: String) -> String {
  let binding = KeyMap.standard.bindings.first { $0.action.name == name }
  guard let binding else { return "" }
  return KeyMap.groups.first { $0.actions.contains(binding.action) }?.help ?? binding.help
}

/// The title of a paused feed.
func paused(_ position: Int) -> String { "\(FeedState.Text.paused) \(position)" }

/// The first line of the help: the topic of moving.
let firstTopic = ActionText.Topic.move

/// The word of the title for marked rows, whatever their number.
let markedWord = String(ListState.Text.marked(1).dropFirst(2))

/// The fault of a filter, in words.
func problem(ofFilter text: String) -> String {
  do {
    _ = try Filter(text)
    return ""
  } catch {
    return "\(error)"
  }
}
