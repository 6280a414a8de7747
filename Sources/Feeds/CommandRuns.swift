import Glibc
internal import CTTY

/// The commands that run as children of this process, and the processes that they leave behind.
///
/// A run that has ended stays in the process table until ``end(_:)``: its number, which is also
/// that of its group, cannot be reused before the group has been killed.
///
/// A run may leave orphans behind. If this process adopts orphans
/// (``ProcessTree/adoptOrphans()``), every child that started later and is not a run is one of them;
/// they are killed with the next run that ends, so that none is left after the last one.
///
/// ```swift
/// let runs = CommandRuns(adoptsOrphans: ProcessTree.adoptOrphans())
/// runs.add(process)
/// if let status = runs.status(of: process) { … }
/// runs.end(process)
/// ```
public final class CommandRuns {
  /// Whether all children of this process are runs, or orphans of one.
  private let adoptsOrphans: Bool
  /// Children that existed before execve(2), which this program did not start.
  private let inheritedChildren: Set<pid_t>
  /// The status of each run from waitpid(2); nil while it runs.
  private var statuses: [pid_t: Int32?] = [:]
  /// Processes that were killed and have not been reaped.
  private var killed: Set<pid_t> = []

  /// Creates an empty registry.
  ///
  /// - Parameter adoptsOrphans: Whether this process is the parent of orphans, and starts no
  ///   children other than the runs of this registry.
  public init(adoptsOrphans: Bool = false) {
    self.adoptsOrphans = adoptsOrphans
    inheritedChildren = adoptsOrphans ? Set(ProcessTree.children(of: getpid())) : []
  }

  /// Adds a run.
  public func add(_ process: Int32) {
    statuses[process] = .some(nil)
    tty_guard_add(process)
  }

  /// The status of a run from waitpid(2), checked without waiting; nil while it runs.
  public func status(of process: Int32) -> Int32? {
    reap()
    guard case .some(nil) = statuses[process] else { return statuses[process] ?? nil }
    var status: Int32 = 0
    if tty_peek(process, &status) == process { statuses[process] = status }
    return statuses[process] ?? nil
  }

  /// Waits until a run has ended.
  ///
  /// - Returns: Its status, as waitpid(2) gives it; nil for a process that is not a run.
  func wait(for process: Int32) -> Int32? {
    guard case .some(nil) = statuses[process] else { return statuses[process] ?? nil }
    var status: Int32 = 0
    if tty_wait(process, &status) == process { statuses[process] = status }
    return statuses[process] ?? nil
  }

  /// Ends a run and its descendants.
  ///
  /// Kills its process group, its descendants in the process tree and, where orphans are adopted, the
  /// processes that earlier runs have left behind. Other runs and their descendants continue. A killed
  /// process that does not end within a moment, such as one that waits for a disk, is reaped later.
  public func end(_ process: Int32) {
    guard let known = statuses[process] else { return }
    ProcessTree.signal(SIGKILL, to: process, isRunning: known == nil)
    tty_guard_remove(process)
    statuses[process] = nil
    killed.insert(process)
    if adoptsOrphans { killOrphans() }
    for _ in 0..<Self.patience {
      reap()
      killOrphansOfOrphans()
      if killed.isEmpty { return }
      poll(nil, 0, 1)
    }
  }

  /// How many milliseconds ``end(_:)`` waits for killed processes, which usually need less than one.
  private static let patience = 50

  /// Reaps killed processes and orphans that have ended; a run is reaped when it is ended.
  private func reap() {
    killed = killed.filter { waitpid($0, nil, WNOHANG) == 0 }
    guard adoptsOrphans else { return }
    var status: Int32 = 0
    while case let ended = tty_peek(0, &status), ended > 0 {
      guard statuses[ended] == nil, !inheritedChildren.contains(ended) else {
        // The next one that has ended may be a run, which must not be reaped yet.
        for child in ProcessTree.children(of: getpid()) where isOrphan(child) {
          waitpid(child, nil, WNOHANG)
        }
        return
      }
      waitpid(ended, nil, WNOHANG)
    }
  }

  private func isOrphan(_ child: pid_t) -> Bool {
    statuses[child] == nil && !inheritedChildren.contains(child)
  }

  /// Kills all children of this process that are not runs, and their descendants.
  private func killOrphans() {
    var orphans: Set<pid_t> = []
    let spared = inheritedChildren.union(statuses.keys)
    while true {
      let found = Set(ProcessTree.descendants(of: getpid(), sparing: spared))
        .subtracting(orphans).subtracting(killed)
      if found.isEmpty { break }
      // A stopped process cannot start children that remain unseen.
      for orphan in found { kill(orphan, SIGSTOP) }
      orphans.formUnion(found)
    }
    for orphan in orphans { kill(orphan, SIGKILL) }
    killOrphansOfOrphans()
  }

  /// Records the descendants of a killed process, which were adopted when it ended.
  private func killOrphansOfOrphans() {
    guard adoptsOrphans else { return }
    for child in ProcessTree.children(of: getpid()) where isOrphan(child) {
      if killed.insert(child).inserted { kill(child, SIGKILL) }
    }
  }
}
