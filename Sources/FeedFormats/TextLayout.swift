/// The layout of a text, by which its lines are split.
package struct TextLayout: Hashable, Sendable {
  /// The separator between the cells of a record.
  package var separator: UInt8
  /// Whether the first record contains the names of the cells.
  package var hasHeader: Bool
  /// The names of the cells, if no record contains them.
  package var names: [String]
  /// The number of lines above the records: comments, a title.
  package var preamble: Int
  /// Whether lines end with a carriage return alone.
  package var endsWithReturn: Bool
  /// The format of log lines.
  package var log: LogFormat?
  /// The style of settings.
  package var settings = SettingsForm.Style.equals
  /// The style of settings that are those of several records, with blank lines between them.
  package var records: RecordsForm.Style?
  /// The style of listings of folders.
  package var listing: ListingForm.Style?
  /// Whether later lines may contradict the format: JSON that begins with a number, a word or a list, or a single field of an
  /// event.
  package var isGuess: Bool
  /// Whether there are control sequences between the parts of JSON.
  package var hasControls = false
  /// Whether a log line names the fields of those below it.
  package var hasDirectives = false

  /// Creates the layout of lines, or of records separated by commas below a header.
  package init(
    separator: UInt8 = UInt8(ascii: ","),
    hasHeader: Bool = true,
    names: [String] = [],
    preamble: Int = 0,
    endsWithReturn: Bool = false,
    log: LogFormat? = nil,
    records: RecordsForm.Style? = nil,
    listing: ListingForm.Style? = nil,
    isGuess: Bool = false
  ) {
    self.separator = separator
    self.hasHeader = hasHeader
    self.names = names
    self.preamble = preamble
    self.endsWithReturn = endsWithReturn
    self.log = log
    self.records = records
    self.listing = listing
    self.isGuess = isGuess
  }
}
