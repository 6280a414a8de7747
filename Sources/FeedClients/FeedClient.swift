internal import FeedValues

/// Runs the client of a protocol for a feed, and knows where the next run resumes.
///
/// It receives the output of its runs, and returns the part that belongs to the feed.
package protocol FeedClient: AnyObject {
  /// The program and the package that contains it.
  static var program: (name: String, package: String) { get }

  /// Whether each run returns the whole list.
  var givesLists: Bool { get }

  /// Whether the run in progress has to give something within the deadline, unlike a stream, which may be silent.
  var hasDeadline: Bool { get }

  /// The media type that the server declares for the output; nil if none.
  var contentType: String? { get }

  /// Why the rest of the run is useless, so that it is ended at once and fails; nil if it is not.
  var refusal: String? { get }

  /// A remark for the user about the last list, such as that it is not the whole one; nil if nothing.
  var remark: String? { get }

  /// The next run.
  func nextRun() -> ClientRun

  /// Receives output of the run; returns the part that belongs to the feed, which may be empty.
  func take(_ bytes: [UInt8]) -> [UInt8]

  /// The run that listens for changes of the list, beside those that read it; nil if the protocol has no
  /// notifications. Any output means that the list may have changed.
  func listeningRun() -> ClientRun?

  /// Reports the end of a run.
  ///
  /// - Parameter failure: The reason of a failure; nil after success.
  /// - Returns: The next step.
  func endRun(_ failure: String?) -> RunEnd
}

extension FeedClient {
  var givesLists: Bool { false }
  var hasDeadline: Bool { false }
  var contentType: String? { nil }
  var refusal: String? { nil }
  var remark: String? { nil }
  func take(_ bytes: [UInt8]) -> [UInt8] { bytes }
  func listeningRun() -> ClientRun? { nil }
}

/// A run of a client.
package struct ClientRun: Equatable {
  package var arguments: [String]
  /// Environment variables in addition to those of this process.
  package var environment: [String: String] = [:]
  /// Standard input, which is not visible to other processes.
  package var input: [UInt8] = []
}

/// The outcome of a run.
package enum RunEnd: Equatable {
  /// The next run starts at once.
  case goesOn
  /// The output was the whole list.
  case list
  /// The list is unchanged.
  case unchanged
  /// The connection was lost; the next run resumes there, or rows may be missing.
  case lost(String, mayLackRows: Bool, retry: Duration?)
  /// The run failed.
  case failed(String)
  /// The feed has ended.
  case over
}
