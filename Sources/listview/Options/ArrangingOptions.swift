import Ordering
import ArgumentParser
import ListViewParts

/// The options that arrange the rows on the screen.
struct ArrangingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: HelpText.sort
  )
  var sort: String?

  @Option(help: HelpText.group)
  var group: String?

  func validate() throws {
    if let sort, SortSpec(sort) == nil {
      throw ValidationError(UsageText.sort)
    }
    if let group, group.isEmpty {
      throw ValidationError(UsageText.group)
    }
  }

  /// The view options of the app.
  var options: ViewOptions { ViewOptions(sort: sort, group: group) }
}
