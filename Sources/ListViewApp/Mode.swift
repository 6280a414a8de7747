/// Who gets the keys.
enum Mode: Hashable, Sendable {
  /// The table, by the key map.
  case table
  /// The help: any key closes it.
  case help
  /// What is typed on the line of keys.
  case prompt(Prompt)
}
