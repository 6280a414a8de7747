extension Int {
  /// The integer part of a floating-point number, clamped to the representable range; 0 for NaN.
  ///
  /// Unlike `Int(_:)`, this initialiser never traps.
  package init(clamping value: Double) {
    self =
      value.isNaN ? 0 : Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}
