extension Int {
  /// The whole number of a floating one, its fraction omitted: the nearest that there is where it
  /// does not fit, and 0 for what is no number.
  ///
  /// Unlike `Int(_:)`, this traps for none.
  public init(clamping value: Double) {
    self =
      value.isNaN ? 0 : Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}
