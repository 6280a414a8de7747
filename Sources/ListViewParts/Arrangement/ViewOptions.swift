/// How the rows are arranged from the start.
public struct ViewOptions: Hashable, Sendable {
  /// The column to sort by: its title, its name or its path, with a `-` before it for the last first.
  public var sort: String?
  /// The column to group by, by its title, its name or its path.
  public var group: String?

  /// Creates the options that leave the rows as the feed has them.
  public init(sort: String? = nil, group: String? = nil) {
    (self.sort, self.group) = (sort, group)
  }
}
