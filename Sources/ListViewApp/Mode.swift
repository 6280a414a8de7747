/// Who gets the keys.
enum Mode: Hashable, Sendable {
  /// The table, by the key map.
  case table
  /// The help: any key closes it.
  case help
  /// The heads of the columns, of which one is picked.
  case picking(ColumnPick)
  /// The list of columns over the table.
  case columns(ColumnPicker)
}
