import CTTY

/// The version of the program.
///
/// Nothing else states it but the changelog, which a test compares with it.
enum Version {
  /// The number, which is also in the names of what `Packaging/release` makes.
  static let number = "0.1.0"

  /// The number, and the commit of the sources if the build was told.
  static var text: String {
    let commit = String(cString: tty_commit())
    return commit.isEmpty ? number : "\(number) (\(commit))"
  }
}
