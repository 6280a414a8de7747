/// Which rows of one list are rows of another one.
public struct RowMatches: Hashable, Sendable {
  /// For each new row the offset of the old row of the same identity, or −1.
  public var oldOffsets: [Int32]
  /// For each new row whether it may say something else than the old one.
  public var mayDiffer: [Bool]

  /// Makes matches of their parts, which have an element for each new row.
  ///
  /// - Parameters:
  ///   - oldOffsets: For each new row the offset of the old row of the same identity, or −1; no
  ///     offset stands there twice.
  ///   - mayDiffer: For each new row whether its content is to be compared.
  public init(oldOffsets: [Int32], mayDiffer: [Bool]) {
    precondition(oldOffsets.count == mayDiffer.count, "matches have two elements for each new row")
    (self.oldOffsets, self.mayDiffer) = (oldOffsets, mayDiffer)
  }
}
