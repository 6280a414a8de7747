import ArgumentParser
import ListViewParts

/// How the rows stand on the screen.
struct ArrangingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Sort by a column, given by title, name or path; a leading - sorts descending."
  )
  var sort: String?

  @Option(help: "Group by a column, with counts and sums, given by title, name or path.")
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
