import EventLoop
import Testing

import Glibc

/// A pipe that is closed with its owner.
private final class Pipe {
  let reading: Int32
  private(set) var writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
  }

  func closeWriting() {
    close(writing)
    writing = -1
  }
}

/// Signals are blocked in the thread that makes a loop, and sent to that thread here, so that the
/// tests beside these do not hear them.
@Suite(.serialized) struct `The event loop` {
  private func sendToThisThread(_ signal: ProcessSignal) {
    pthread_kill(pthread_self(), signal.number)
  }

  @Test func `reports which descriptors are ready, and for what`() throws {
    let loop = try EventLoop(signals: [])
    let (first, second) = (Pipe(), Pipe())
    let interests: [EventLoop.Interest] = [
      .init(first.reading, .read), .init(second.reading, .read), .init(second.writing, .write),
    ]
    second.send([1])
    let wakeup = try loop.wait(for: interests)
    #expect(wakeup.events(for: first.reading) == [])
    #expect(wakeup.events(for: second.reading) == .read)
    #expect(wakeup.events(for: second.writing) == .write)
    #expect(wakeup.signals == [] && !wakeup.isDeadlineReached)
    first.closeWriting()
    #expect(
      try loop.wait(for: [.init(first.reading, .read)]).events(for: first.reading).contains(.hangUp)
    )
    #expect(try loop.wait(for: [.init(first.reading, [])]).events(for: first.reading) == .hangUp)
    #expect(try loop.wait(for: [.init(-1, .read), .init(second.reading, .read)]).ready.count == 1)
    #expect(try loop.wait(for: [.init(9999, .read)]).events(for: 9999) == .hangUp)
  }

  @Test func `returns each pending signal once, as a value`() throws {
    // Not childExit: the children of the tests beside this one end whenever they do.
    let loop = try EventLoop(signals: [.windowChange, .terminate, .suspend])
    sendToThisThread(.windowChange)
    sendToThisThread(.terminate)
    sendToThisThread(.windowChange)
    let wakeup = try loop.wait(for: [])
    #expect(Set(wakeup.signals) == [.windowChange, .terminate])
    #expect(wakeup.signals.count == 2)
    #expect(try loop.wait(for: [], until: .now).signals == [])
  }

  @Test func `restores signal handling when it is released`() throws {
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    let wasBlocked = sigismember(&before, SIGWINCH)
    do {
      let loop = try EventLoop()
      var during = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &during)
      for signal in ProcessSignal.allCases { #expect(sigismember(&during, signal.number) == 1) }
      _ = try loop.wait(for: [], until: .now)
    }
    var after = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &after)
    #expect(sigismember(&after, SIGWINCH) == wasBlocked)
  }

  @Test func `wakes at its deadline and not before`() throws {
    let loop = try EventLoop(signals: [])
    for wait in [Duration.zero, .microseconds(200), .milliseconds(3), .seconds(-5)] {
      let deadline = ContinuousClock.now + wait
      let wakeup = try loop.wait(for: [], until: deadline)
      #expect(wakeup.isDeadlineReached)
      #expect(ContinuousClock.now >= deadline)
    }
    // Long before a far deadline, because something is ready.
    let pipe = Pipe()
    pipe.send([1])
    let far = try loop.wait(for: [.init(pipe.reading, .read)], until: .now + .seconds(3600))
    #expect(!far.isDeadlineReached && far.ready.count == 1)
  }

  @Test func `knows the number of every signal`() {
    for signal in ProcessSignal.allCases { #expect(ProcessSignal(number: signal.number) == signal) }
    #expect(ProcessSignal(number: SIGKILL) == nil)
  }
}
