import ArgumentParser
import Feeds

/// Who is told of changes beside the screen.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: """
      Shell command to run on changes, at most every 2 seconds. Gets the changes as lines on standard \
      input, and LISTVIEW_INSERTED, LISTVIEW_DELETED, LISTVIEW_CHANGED and LISTVIEW_KEY in its \
      environment.
      """
  )
  var onChange: String?

  @Flag(help: "Ring the terminal bell on changes, at most once a second.")
  var bell = false

  func validate() throws {
    if let onChange, onChange.allSatisfy(\.isWhitespace) {
      throw ValidationError("--on-change needs a command, such as 'notify-send listview'.")
    }
  }

  /// Makes who is told.
  ///
  /// - Parameter runs: Where the runs of the command are kept.
  /// - Returns: Who is told; nil where that is nobody.
  func announcer(_ runs: CommandRuns) -> Announcer? {
    Announcer(command: onChange, ringsBell: bell, runs)
  }
}
