extension OrderBuilder {
  /// The numbers of rows read, and of entries sorted, taken over, merged and built at a time.
  package struct Slices: Sendable {
    let reading: Int
    let sorting: Int
    let taking: Int
    let merging: Int
    let building: Int

    /// Those that take a few milliseconds each.
    static let standard = Slices(
      reading: 4_096,
      sorting: 16_384,
      taking: 16_384,
      merging: 32_768,
      building: 65_536
    )
  }
}
