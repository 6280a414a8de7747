import ArgumentParser
import ListViewParts

/// How the rows are arranged on the screen.
struct ArrangingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: HelpText.sort
  )
  var sort: String?

  @Option(help: HelpText.group)
  var group: String?

  func validate() throws {
    if let sort, sort.allSatisfy({ $0 == "-" }) {
      throw ValidationError(UsageText.sort)
    }
    if let group, group.isEmpty {
      throw ValidationError(UsageText.group)
    }
  }

  /// The options for the app.
  var options: ViewOptions { ViewOptions(sort: sort, group: group) }
}
