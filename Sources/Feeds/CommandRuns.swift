#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The runs of commands that are children of this process, and what they leave behind.
///
/// A run may leave processes behind that nobody is the parent of. Where this process adopts them
/// (``ProcessTree/adoptOrphans()``), all children that came later and are no run are such; they end
/// with the next run that ends, so that none is left when the last one has.
///
/// ```swift
/// let runs = CommandRuns(adoptsOrphans: ProcessTree.adoptOrphans())
/// runs.add(process)
/// if let status = runs.status(of: process) { … }
/// runs.end(process)
/// ```
public final class CommandRuns {
  /// Whether all children of this process are runs, or were left behind by one.
  private let adoptsOrphans: Bool
  /// Children of whoever became this process by execve(2): they were not started by it.
  private let strangers: Set<pid_t>
  /// What waitpid(2) gave of each run; nil while it goes on.
  private var statuses: [pid_t: Int32?] = [:]

  /// Makes a register of no runs.
  ///
  /// - Parameter adoptsOrphans: Whether this process is the parent of orphans, and starts no children
  ///   but the runs of this register.
  public init(adoptsOrphans: Bool = false) {
    self.adoptsOrphans = adoptsOrphans
    strangers = adoptsOrphans ? ProcessTree.children : []
  }

  /// Takes a run in that was started.
  public func add(_ process: Int32) { statuses[process] = .some(nil) }

  /// How a run ended, as waitpid(2) gives it, asked without waiting; nil while it goes on.
  public func status(of process: Int32) -> Int32? {
    bury(process)
    return statuses[process] ?? nil
  }

  /// Ends a run and what it started, and returns when they are gone.
  ///
  /// Its process group ends, what is below it in the process tree, and where orphans are adopted all
  /// that any run has left behind. Other runs, and what is below them, go on.
  public func end(_ process: Int32) {
    guard let known = statuses[process] else { return }
    ProcessTree.signal(SIGKILL, to: process, isRunning: known == nil)
    if known == nil {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }
    statuses[process] = nil
    if adoptsOrphans { endOrphans() }
  }

  /// Asks what has ended, so that it does not stay in the table of processes.
  private func bury(_ process: pid_t) {
    var status: Int32 = 0
    // An orphan that has ended is nobody else's to bury.
    while case let ended = waitpid(adoptsOrphans ? -1 : process, &status, WNOHANG), ended > 0 {
      if statuses[ended] != nil { statuses[ended] = status }
      if !adoptsOrphans { return }
    }
  }

  /// Ends all children of this process that are no run, and what is below them, and returns when they
  /// are gone; gives up after a second.
  private func endOrphans() {
    for _ in 0..<1_000 {
      bury(-1)
      let runs = Set(statuses.filter { $0.value == nil }.keys)
      let orphans = ProcessTree.descendants(of: getpid(), sparing: runs.union(strangers))
      if orphans.isEmpty { return }
      for orphan in orphans { kill(orphan, SIGKILL) }
      poll(nil, 0, 1)
    }
  }
}
