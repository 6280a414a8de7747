package import Patterns
public import Values

extension FeedDecoder {
  /// What is known of a feed before its first byte.
  public struct Options: Hashable, Sendable {
    /// What identifies a row.
    public var key: KeyChoice
    /// Where the rows of a value are; nil to tell it from the shape of the value.
    public var rowsPath: RowsPath?
    /// How the bytes are cut into values.
    public var format: FeedFormat
    /// What stands between the cells of CSV, one byte of ASCII; nil to tell it from the first lines.
    public var separator: UInt8?
    /// What lines are cut by, each of its groups with a name a field; nil if the lines tell.
    package var pattern: CapturePattern?
    /// The name of the file or the address that is read, whose ending may tell the format; nil where
    /// there is none.
    public var name: String?
    /// Whether the feed is runs of a command, each of which prints the whole list.
    public var isPolled: Bool
    /// Whether plain lines that are all there is come to stand in their own order at their end, and
    /// not the newest first.
    public var keepsLineOrder: Bool
    /// The time zone of instants that the feed names without one.
    public var calendar = Calendar.utc
    /// The maximum number of bytes that one value or line may have; a longer one is bad input.
    public var maximumValueLength: Int

    /// Makes options.
    public init(
      key: KeyChoice = .automatic,
      rowsPath: RowsPath? = nil,
      format: FeedFormat = .auto,
      separator: UInt8? = nil,
      isPolled: Bool = false,
      keepsLineOrder: Bool = false,
      maximumValueLength: Int = 64 << 20
    ) {
      self.key = key
      self.rowsPath = rowsPath
      self.format = format
      self.separator = separator
      self.isPolled = isPolled
      self.keepsLineOrder = keepsLineOrder
      self.maximumValueLength = maximumValueLength
    }
  }
}
