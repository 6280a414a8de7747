/// Why the loop cannot start or go on.
public enum EventLoopError: Error, Hashable, Sendable {
  /// A system call failed.
  case system(call: String, errno: Int32)
}

extension EventLoopError: CustomStringConvertible {
  /// The call and the number of its error.
  public var description: String {
    switch self {
    case .system(let call, let errno): "\(call) failed (errno \(errno))"
    }
  }
}
