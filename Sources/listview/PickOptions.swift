import ArgumentParser

/// Whether the program is to pick rows, as fzf(1) does.
struct PickOptions: ParsableArguments {
  @Flag(help: HelpText.pick)
  var pick = false

  @Flag(help: HelpText.multi)
  var multi = false

  /// Whether rows are picked.
  var isOn: Bool { pick || multi }

  /// The exit status where the user quits without picking, as that of fzf(1).
  static let quitStatus: Int32 = 130
}
