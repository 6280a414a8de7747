package import FeedFormats
package import FeedIdentity
package import FeedValues
package import Patterns
package import Values

extension FeedDecoder {
  /// The facts known about a feed before its first byte.
  package struct Options: Hashable, Sendable {
    /// The choice of the key that identifies a row.
    package var key: KeyChoice
    /// The path to the rows inside a value; nil to infer it from the value.
    package var rowsPath: RowsPath?
    /// The format, which divides the bytes into values.
    package var format: FeedFormat
    /// The separator of CSV, one ASCII character; nil to infer it from the first lines.
    package var separator: UInt8?
    /// The pattern that splits lines, with a field for each named group; nil to infer the format
    /// from the lines.
    package var pattern: CapturePattern?
    /// The name of the file or the address of the feed, whose extension may indicate the format; nil if
    /// there is none.
    package var name: String?
    /// Whether the feed is a command that is run repeatedly, each time printing the whole list.
    package var isPolled: Bool
    /// Whether the objects of a file stay in its order if their times show that the newest comes first.
    package var keepsObjectOrder: Bool
    /// The time zone of instants that are written without one.
    package var calendar = Calendar.utc
    /// The maximum number of bytes in a value or line; a longer one is malformed input.
    package var maximumValueLength: Int
    /// The maximum number of bytes in a run, which is held back until its end: those that arrive, and those that its
    /// rows take.
    package var maximumRunLength = 64 << 20

    /// Creates options.
    package init(
      key: KeyChoice = .automatic,
      rowsPath: RowsPath? = nil,
      format: FeedFormat = .auto,
      separator: UInt8? = nil,
      isPolled: Bool = false,
      keepsObjectOrder: Bool = false,
      maximumValueLength: Int = 64 << 20
    ) {
      self.key = key
      self.rowsPath = rowsPath
      self.format = format
      self.separator = separator
      self.isPolled = isPolled
      self.keepsObjectOrder = keepsObjectOrder
      self.maximumValueLength = maximumValueLength
    }
  }
}
