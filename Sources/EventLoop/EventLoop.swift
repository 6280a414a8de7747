import CTTY
import Glibc

/// Lets one thread wait for descriptors, signals and a deadline at once.
///
/// There are no callbacks: ``wait(for:until:)`` sleeps until something is due and returns what.
/// Without a deadline and with nothing ready, the process does not wake up at all.
///
/// Create it before the program's first other thread: signals are blocked in the creating thread
/// and in the threads that it starts afterwards, and are read here instead. Children inherit the
/// blocked signals; a program that spawns one gives it an empty mask (`POSIX_SPAWN_SETSIGMASK`).
///
/// ```swift
/// let loop = try EventLoop()
/// while true {
///   let wakeup = try loop.wait(for: [.init(terminal, .read)], until: nextFrame)
///   if wakeup.signals.contains(.interrupt) { break }
///   if wakeup.events(for: terminal).contains(.read) { … }
/// }
/// ```
public final class EventLoop {
  /// A descriptor and the events to wait for on it.
  public struct Interest: Hashable, Sendable {
    /// The descriptor; the caller keeps it open during the wait.
    public var descriptor: Int32
    /// Reading, writing or both; a hang-up is reported even if this is empty.
    public var events: Events

    /// Creates an interest.
    public init(_ descriptor: Int32, _ events: Events) {
      self.descriptor = descriptor
      self.events = events
    }
  }

  /// The events for which a descriptor can be ready.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The events as bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read would not block; it may find the end of the file.
    public static let read = Events(rawValue: 1)
    /// A write of at least one byte would not block.
    public static let write = Events(rawValue: 2)
    /// The other end is closed, or the descriptor is not open; reported whether or not it was asked
    /// for.
    public static let hangUp = Events(rawValue: 4)
  }

  /// Why a wait ended.
  public struct Wakeup: Hashable, Sendable {
    /// The descriptors that are ready, in the order of the interests; those that are not are omitted.
    public var ready: [Interest]
    /// The signals that arrived, each once, in the order in which the kernel delivers them.
    public var signals: [ProcessSignal]
    /// Whether the deadline has been reached.
    public var isDeadlineReached: Bool

    /// The events of `descriptor`; empty if it is not ready.
    public func events(for descriptor: Int32) -> Events {
      ready.first { $0.descriptor == descriptor }?.events ?? []
    }
  }

  private let signalDescriptor: Int32
  private var previousMask = sigset_t()
  private var descriptors: [pollfd] = []

  /// Blocks `signals` in this thread and reads them instead.
  public init(signals: Set<ProcessSignal> = Set(ProcessSignal.allCases)) throws(EventLoopError) {
    var mask = sigset_t()
    let numbers = signals.map(\.number)
    let descriptor = tty_signal_open(numbers, numbers.count, &mask)
    guard descriptor >= 0 else { throw .system(call: "signalfd", errno: -descriptor) }
    signalDescriptor = descriptor
    previousMask = mask
  }

  deinit {
    close(signalDescriptor)
    tty_signal_restore(&previousMask)
  }

  /// Waits until a descriptor is ready, a signal arrives, or `deadline` is reached.
  ///
  /// - Parameters:
  ///   - interests: The descriptors; negative ones are ignored.
  ///   - deadline: When to return at the latest; nil waits for ever, an instant in the past returns
  ///     at once.
  /// - Returns: The reasons why the wait ended; all of them may be empty.
  /// - Throws: ``EventLoopError`` if the system cannot wait; never for an interrupted call.
  /// - Complexity: O(*n*) in the number of descriptors.
  public func wait(
    for interests: [Interest],
    until deadline: ContinuousClock.Instant? = nil
  ) throws(EventLoopError) -> Wakeup {
    descriptors.removeAll(keepingCapacity: true)
    descriptors.append(pollfd(fd: signalDescriptor, events: Int16(POLLIN), revents: 0))
    for interest in interests {
      var events: Int16 = 0
      if interest.events.contains(.read) { events |= Int16(POLLIN) }
      if interest.events.contains(.write) { events |= Int16(POLLOUT) }
      descriptors.append(pollfd(fd: interest.descriptor, events: events, revents: 0))
    }
    try poll(until: deadline)
    var wakeup = Wakeup(ready: [], signals: [], isDeadlineReached: false)
    if descriptors[0].revents != 0 { wakeup.signals = pendingSignals() }
    for (interest, descriptor) in zip(interests, descriptors.dropFirst()) {
      let events = Events(descriptor.revents)
      if !events.isEmpty { wakeup.ready.append(Interest(interest.descriptor, events)) }
    }
    if let deadline { wakeup.isDeadlineReached = ContinuousClock.now >= deadline }
    return wakeup
  }

  private func poll(until deadline: ContinuousClock.Instant?) throws(EventLoopError) {
    while true {
      var result: Int32
      if let deadline {
        let left = max(deadline - ContinuousClock.now, .zero).components
        var timeout = timespec()
        timeout.tv_sec = Int(left.seconds)
        timeout.tv_nsec = Int(left.attoseconds / 1_000_000_000)
        result = tty_poll(&descriptors, descriptors.count, &timeout)
      } else {
        result = tty_poll(&descriptors, descriptors.count, nil)
      }
      if result >= 0 { return }
      if result != -EINTR { throw .system(call: "poll", errno: -result) }
    }
  }

  /// Lets ``ProcessSignal/interrupt``, ``ProcessSignal/terminate``, ``ProcessSignal/hangUp`` and
  /// ``ProcessSignal/quit`` end the process even while this thread is too busy to wait.
  ///
  /// If ``wait(for:until:)`` does not read one of them within half a second, the process ends in the
  /// middle of its work, as by the unhandled signal. A terminal session that was opened afterwards
  /// restores the terminal first, as in a crash.
  ///
  /// Call it in the thread of the loop, before the program's first other thread: a second thread waits
  /// from then on until the process ends. It never wakes up unless such a signal arrives.
  ///
  /// - Throws: ``EventLoopError`` if the system has no thread or descriptor left.
  public func endsWhenBusy() throws(EventLoopError) {
    let result = tty_signal_watch()
    guard result == 0 else { throw .system(call: "pthread_create", errno: -result) }
  }

  private func pendingSignals() -> [ProcessSignal] {
    var signals: [ProcessSignal] = []
    while case let number = tty_signal_read(signalDescriptor), number != 0 {
      if let signal = ProcessSignal(number: number), !signals.contains(signal) {
        signals.append(signal)
      }
    }
    return signals
  }

  /// Stops the process as an unhandled ^Z would, and returns when it continues.
  ///
  /// The ``ProcessSignal/resume`` that ended the stop is not reported. In an orphaned process
  /// group, which no shell could continue, the kernel does not stop the process, and this returns
  /// at once.
  public func stopProcess() {
    _ = tty_signal_default(SIGTSTP)
    tty_signal_forget(SIGCONT)
  }

  /// Ends the process as the unhandled signal would, so that its parent sees which signal ended it.
  ///
  /// Restore the terminal first.
  public func endProcess(by signal: ProcessSignal) -> Never {
    _ = tty_signal_default(signal.number)
    exit(128 + signal.number)
  }
}

extension EventLoop.Events {
  fileprivate init(_ events: Int16) {
    self = []
    if events & Int16(POLLIN) != 0 { insert(.read) }
    if events & Int16(POLLOUT) != 0 { insert(.write) }
    if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { insert(.hangUp) }
  }
}

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
