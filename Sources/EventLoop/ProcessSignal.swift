import Glibc

/// The signals that a terminal program handles.
public enum ProcessSignal: Hashable, Sendable, CaseIterable {
  /// SIGINT, ^C.
  case interrupt
  /// SIGTERM.
  case terminate
  /// SIGHUP: the terminal is gone.
  case hangUp
  /// SIGQUIT, ^\.
  case quit
  /// SIGTSTP, ^Z.
  case suspend
  /// SIGCONT: the process continues after a stop.
  case resume
  /// SIGWINCH: the window has a new size.
  case windowChange
  /// SIGCHLD: a child ended or stopped; one signal may stand for several children.
  case childExit

  /// The number of the signal.
  public var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    case .suspend: SIGTSTP
    case .resume: SIGCONT
    case .windowChange: SIGWINCH
    case .childExit: SIGCHLD
    }
  }

  /// The signal with a number; nil if it is not one of these.
  public init?(number: Int32) {
    guard let signal = ProcessSignal.allCases.first(where: { $0.number == number }) else {
      return nil
    }
    self = signal
  }
}
