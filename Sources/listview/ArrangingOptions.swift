import ArgumentParser
import ListViewParts

/// How the rows stand on the screen.
struct ArrangingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Sort by a column: its head, name or path; with a - before it the last come first."
  )
  var sort: String?

  @Option(help: "Group by a column, under heads with counts and sums: its head, name or path.")
  var group: String?

  func validate() throws {
    if let sort, sort.allSatisfy({ $0 == "-" }) {
      throw ValidationError("--sort needs a column, such as created or -amount.")
    }
    if let group, group.isEmpty {
      throw ValidationError("--group needs a column, such as status.")
    }
  }

  /// The options for the app.
  var options: ShapeOptions { ShapeOptions(sort: sort, group: group) }
}
