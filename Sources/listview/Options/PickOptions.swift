import ArgumentParser

/// The options that choose rows, as in fzf(1).
struct PickOptions: ParsableArguments {
  @Flag(help: HelpText.pick)
  var pick = false

  @Flag(help: HelpText.multi)
  var multi = false

  /// Whether the user chooses rows.
  var isOn: Bool { pick || multi }

  /// The exit status if the user quits without choosing a row, as in fzf(1).
  static let quitStatus: Int32 = 130
}
