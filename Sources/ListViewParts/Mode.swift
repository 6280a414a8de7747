/// Who gets the keys.
package enum Mode: Hashable, Sendable {
  /// The table, by the key map.
  case table
  /// The detail of a row: moves go to its lines, and some keys are its own.
  case detail
  /// The help: it scrolls, and closes.
  case help
  /// The list of bad input: it scrolls, and closes.
  case badInput
  /// The heads of the columns, of which one is picked.
  case picking(ColumnPick)
  /// The list of columns over the table.
  case columns(ColumnPicker)
  /// The list of what can identify a row, over the table.
  case keys(KeyPicker)
  /// What is typed on the line of keys.
  case prompt(Prompt)
}
