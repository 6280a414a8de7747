/// Who gets the keys.
enum Mode: Hashable, Sendable {
  /// The table, by the key map.
  case table
  /// The help: any key closes it.
  case help
  /// The list of columns over the table.
  case columns(ColumnPicker)
}
