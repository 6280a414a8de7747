/// The layout of a text, by which its lines are split.
struct TextLayout: Hashable, Sendable {
  /// The separator between the cells of a record.
  var separator: UInt8 = UInt8(ascii: ",")
  /// Whether the first record contains the names of the cells.
  var hasHeader = true
  /// The names of the cells, if no record contains them.
  var names: [String] = []
  /// The number of lines above the records: comments, a title.
  var preamble = 0
  /// Whether lines end with a carriage return alone.
  var endsWithReturn = false
  /// The format of log lines.
  var log: LogFormat?
  /// The style of settings.
  var settings = SettingsForm.Style.equals
  /// The style of settings that are those of several records, with blank lines between them.
  var records: RecordsForm.Style?
  /// The style of listings of folders.
  var listing: ListingForm.Style?
  /// Whether later lines may contradict the format: JSON that begins with a number, a word or a list, or a single field of an
  /// event.
  var isGuess = false
  /// Whether there are control sequences between the parts of JSON.
  var hasControls = false
  /// Whether a log line names the fields of those below it.
  var hasDirectives = false
}
