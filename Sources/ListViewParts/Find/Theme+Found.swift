package import TerminalCore

extension Theme {
  /// The style of what a search has found in a text of that style: filled if there are colours,
  /// else turned round and underlined, which shows on a selected row too.
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
