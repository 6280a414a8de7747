internal import FeedValues

extension CellLook {
  /// Whether the look adds to the text of the value: separators, a sign, a percent sign.
  package var changesText: Bool {
    switch self {
    case .count, .delta, .percent: true
    default: false
    }
  }

  /// Whether the sign of a number determines its colour.
  package var isDelta: Bool {
    if case .delta = self { true } else { false }
  }

  /// The look of a format that the user chose by name.
  ///
  /// - Parameters:
  ///   - name: The format.
  ///   - path: The field.
  ///   - suggested: The look suggested by the values; its parameters are reused.
  /// - Returns: The look.
  static func asked(
    for name: Column.FormatName,
    of path: FieldPath,
    suggested: CellLook
  ) -> CellLook {
    switch name {
    case .count: return .count
    case .delta:
      if case .delta = suggested { return suggested }
      return .delta(isPercent: FieldWords(path.name).isPercent, reach: nil)
    case .percent:
      if case .percent = suggested { return suggested }
      return .percent(PercentScale(full: 100, isProgress: FieldWords(path.name).isProgress))
    case .dotted:
      if case .dotted = suggested { return suggested }
      return .dotted(familyParts: 1)
    case .path: return .path
    case .command: return .command
    case .http:
      return suggested == .method ? .method : .response
    case .id: return .identifier
    case .boolean: return .boolean(tone(ofYes: path.name))
    case .number, .bytes, .kib, .duration, .seconds, .ms, .us, .ns, .money, .amount: return .number
    case .text, .time, .clock, .date, .ago, .status, .level, .json: return .plain
    }
  }

  /// The name of the format with this look; nil if the format alone determines the name.
  package var formatName: Column.FormatName? {
    switch self {
    case .count: .count
    case .delta: .delta
    case .percent: .percent
    case .dotted: .dotted
    case .path: .path
    case .command: .command
    case .response, .method: .http
    case .identifier: .id
    case .plain, .number, .boolean, .line, .setting, .readiness: nil
    }
  }
}
