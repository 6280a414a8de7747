package import TerminalCore

extension Theme {
  /// The style of a search match in text of a given style: filled if there are colours, otherwise reversed
  /// and underlined, which is visible even in a selected row.
  package func found(_ style: Style) -> Style {
    switch depth {
    case .indexed256, .trueColor: return self.style(.text, on: .badge(.warning), bold: true)
    case .none, .ansi8, .ansi16:
      var found = style
      found.attributes.formSymmetricDifference(.reverse)
      found.attributes.formUnion([.underline, .bold])
      return found
    }
  }
}
