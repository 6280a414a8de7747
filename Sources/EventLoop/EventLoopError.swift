/// Why the loop cannot start or continue.
public enum EventLoopError: Error, Hashable, Sendable {
  /// A system call failed.
  case system(call: String, errno: Int32)
}

extension EventLoopError: CustomStringConvertible {
  /// The call and its error number.
  public var description: String {
    switch self {
    case .system(let call, let errno): "\(call) failed (errno \(errno))"
    }
  }
}
