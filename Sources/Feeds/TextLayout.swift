/// How the lines of a text are cut.
struct TextLayout: Hashable, Sendable {
  /// The separator between the cells of a record.
  var separator: UInt8 = UInt8(ascii: ",")
  /// Whether the first record is the names of the others' cells.
  var hasHeader = true
  /// The names of the cells, where no record holds them.
  var names: [String] = []
  /// Whether lines end with a carriage return alone.
  var endsWithReturn = false
  /// What lines of a log are cut by.
  var log: LogFormat?
  /// How settings are written.
  var settings = SettingsForm.Style.equals
  /// Whether a line of a log names the fields of those below it.
  var hasDirectives = false
}
