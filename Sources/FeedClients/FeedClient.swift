internal import Feeds

/// What runs a protocol's own client for a feed, and knows where the next run continues.
///
/// A client is told what its runs print, and says what of it is the feed.
protocol FeedClient: AnyObject {
  /// The program that is run, and the package that holds it.
  static var program: (name: String, package: String) { get }

  /// Whether each run gives the whole list.
  var givesLists: Bool { get }

  /// The next run.
  func nextRun() -> ClientRun

  /// Takes what the run prints; returns what of it is the feed.
  func take(_ bytes: [UInt8]) -> [UInt8]

  /// The run that hears when the list may have changed, beside those that read it; nil where nothing
  /// tells. Whatever it prints says so.
  func listeningRun() -> ClientRun?

  /// Says that a run has ended.
  ///
  /// - Parameter failure: How it failed, in words; nil if it did not.
  /// - Returns: What follows.
  func endRun(_ failure: String?) -> RunEnd
}

extension FeedClient {
  var givesLists: Bool { false }
  func take(_ bytes: [UInt8]) -> [UInt8] { bytes }
  func listeningRun() -> ClientRun? { nil }
}

/// A run of a client.
struct ClientRun: Equatable {
  var arguments: [String]
  /// What its environment has beside that of this process.
  var environment: [String: String] = [:]
  /// What it reads from standard input, which nobody else sees.
  var input: [UInt8] = []
}

/// What the end of a run means.
enum RunEnd: Equatable {
  /// The next run goes on at once.
  case goesOn
  /// What it gave is the list.
  case list
  /// The list is what it was.
  case unchanged
  /// The connection was lost; the next run continues where it was, or says that something may be
  /// missing.
  case lost(String, mayLackRows: Bool, retry: Duration?)
  /// It failed.
  case failed(String)
  /// There will be nothing more.
  case over
}
