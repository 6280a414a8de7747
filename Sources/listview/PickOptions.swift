import ArgumentParser

/// Whether the program is to pick rows, as fzf(1) does.
struct PickOptions: ParsableArguments {
  @Flag(
    help: """
      Print the selected row and exit when you press Enter, so that listview can be used in a pipe: its \\
      key, or with --output the row as json, jsonl, csv or markdown. Exits 130 if you quit instead.
      """
  )
  var pick = false

  @Flag(help: "As --pick, but print all marked rows (mark with v).")
  var multi = false

  /// Whether rows are picked.
  var isOn: Bool { pick || multi }

  /// The exit status where the user quits without picking, as that of fzf(1).
  static let quitStatus: Int32 = 130
}
