/// A list that reports each of its mutations, as a difference, to any number of observers.
///
/// ```swift
/// let list = ObservableList(payments, rules: ListRules(preference: .head))
/// let observation = list.observe { change in table.perform(change.batchUpdates) }
/// list.insert(payment, at: 0)  // reports an insertion at 0
/// ```
///
/// A mutation that changes nothing is not reported. An observer may mutate the list: what it does is
/// reported when all observers have heard of the mutation before it. The list belongs to one
/// isolation domain; `changes(_:rules:)` leads out of it.
public final class ObservableList<Row> {
  /// How a mutation is reported.
  public enum Granularity: Hashable, Sendable {
    /// As one change.
    case batch
    /// As deletions, moves, insertions, and modifications, as far as there are any: the rows of
    /// each change are in the state of that step, and the last one is done.
    case steps
  }

  private struct Observer {
    var granularity: Granularity
    var rules: ListRules<Row>?
    /// Returns whether it wants to hear more.
    var report: (ListChange<Row>) -> Bool
    var finish: () -> Void
  }

  private var storage: [Row]
  private let rules: ListRules<Row>
  private var observers: [Int: Observer] = [:]
  private var nextObserver = 0
  private var reports: [() -> Void] = []
  private var isReporting = false

  /// Makes a list of rows.
  ///
  /// - Parameters:
  ///   - rows: The rows to begin with.
  ///   - rules: By which changes are reported to observers that bring no rules of their own.
  public init(_ rows: [Row] = [], rules: ListRules<Row>) {
    storage = rows
    self.rules = rules
  }

  deinit {
    for observer in observers.values { observer.finish() }
  }

  /// The rows; setting them reports how the new ones differ from the old ones.
  public var rows: [Row] {
    get { storage }
    set {
      let old = storage
      storage = newValue
      report(from: old) { $0.difference(from: old, to: newValue) }
    }
  }

  /// How many rows there are.
  public var count: Int { storage.count }

  /// The row at an offset; setting it reports a modification, or a deletion and an insertion where
  /// it is another row by the rules.
  public subscript(offset: Int) -> Row {
    get { storage[offset] }
    set { replaceSubrange(offset..<(offset + 1), with: CollectionOfOne(newValue)) }
  }

  /// Replaces the rows in a range by others, of which those that stay the same are not reported.
  ///
  /// - Parameters:
  ///   - range: A range of offsets in the list.
  ///   - rows: The rows to put there.
  /// - Complexity: O(*n*) for *n* rows behind the range, and the diff of the range.
  public func replaceSubrange(_ range: Range<Int>, with rows: some Collection<Row>) {
    let old = rowsForSteps
    let removed = Array(storage[range])
    let inserted = Array(rows)
    storage.replaceSubrange(range, with: inserted)
    report(from: old, oldCount: storage.count - inserted.count + removed.count) {
      $0.difference(from: removed, to: inserted).shifted(by: range.lowerBound)
    }
  }

  /// Exchanges two rows.
  public func swapAt(_ first: Int, _ second: Int) {
    guard first != second else { return }
    let old = rowsForSteps
    storage.swapAt(first, second)
    let (low, high) = (min(first, second), max(first, second))
    var moves = [Difference.Move(from: high, to: low), Difference.Move(from: low, to: high)]
    // Of two neighbours, one passes the other.
    if high == low + 1 { moves.removeLast() }
    report(from: old, oldCount: count) { _ in Difference(moves: moves) }
  }

  /// Takes a row away and puts it at another offset of the rows without it.
  public func move(from source: Int, to target: Int) {
    guard source != target else { return }
    let old = rowsForSteps
    storage.insert(storage.remove(at: source), at: target)
    report(from: old, oldCount: count) { _ in
      Difference(moves: [.init(from: source, to: target)])
    }
  }

  /// Does several mutations, and reports them as one change.
  ///
  /// - Parameter body: Mutates the rows.
  public func performBatch(_ body: (inout [Row]) -> Void) {
    var new = storage
    body(&new)
    rows = new
  }

  /// Reports rows as modified that the list cannot see to have changed: they hold references, or
  /// what an observer makes of them changed.
  ///
  /// - Parameter offsets: Offsets in the list, in any order.
  public func notifyUpdates(at offsets: some Sequence<Int>) {
    let offsets = Set(offsets).sorted()
    for offset in offsets { precondition(storage.indices.contains(offset), "no row at \(offset)") }
    report(from: storage, oldCount: count) { _ in
      Difference(updates: offsets.map { .init(old: $0, new: $0) })
    }
  }

  /// Reports each mutation to a closure, until the observation is cancelled or let go.
  ///
  /// - Parameters:
  ///   - granularity: Whether to report a mutation at once or step by step.
  ///   - rules: Rules of this observer alone; nil for those of the list.
  ///   - report: Called for each change, after it.
  /// - Returns: What keeps the observer attached.
  public func observe(
    _ granularity: Granularity = .batch,
    rules: ListRules<Row>? = nil,
    report: @escaping (ListChange<Row>) -> Void
  ) -> ListObservation {
    let number = attach(
      Observer(
        granularity: granularity,
        rules: rules,
        report: {
          report($0)
          return true
        },
        finish: {}
      )
    )
    return ListObservation { [weak self] in self?.observers[number] = nil }
  }

  private func attach(_ observer: Observer) -> Int {
    nextObserver += 1
    observers[nextObserver] = observer
    return nextObserver
  }

  /// The rows, where an observer will need them as they were; a copy is only made then.
  private var rowsForSteps: [Row]? {
    observers.values.contains { $0.granularity == .steps } ? storage : nil
  }

  private func report(
    from old: [Row]?,
    oldCount: Int? = nil,
    difference: @escaping (ListRules<Row>) -> Difference
  ) {
    guard !observers.isEmpty else { return }
    let rows = storage
    let oldCount = oldCount ?? old?.count ?? rows.count
    let standard = difference(rules)
    reports.append { [weak self] in
      guard let self else { return }
      for number in observers.keys.sorted() {
        // An observer may have been detached by one before it.
        guard let observer = observers[number] else { continue }
        let change = ListChange(
          difference: observer.rules.map(difference) ?? standard,
          oldCount: oldCount,
          rows: rows,
          isDone: true
        )
        guard !change.difference.isEmpty else { continue }
        let parts =
          observer.granularity == .steps ? old.map { change.steps(from: $0) } ?? [change] : [change]
        for part in parts where !observer.report(part) {
          observers[number] = nil
          break
        }
      }
    }
    guard !isReporting else { return }
    isReporting = true
    while !reports.isEmpty { reports.removeFirst()() }
    isReporting = false
  }
}

extension ObservableList where Row: Sendable {
  /// The changes from now on, as a sequence for one task to await.
  ///
  /// - Parameters:
  ///   - granularity: Whether to report a mutation at once or step by step.
  ///   - rules: Rules of this observer alone; nil for those of the list.
  /// - Returns: The changes; the observer is detached when the sequence is let go, or the task that
  ///   awaits it is cancelled.
  public func changes(
    _ granularity: Granularity = .batch,
    rules: ListRules<Row>? = nil
  ) -> ListChanges<Row> {
    let mailbox = ListMailbox<Row>(bound: granularity == .batch ? 1 : 64)
    _ = attach(
      Observer(
        granularity: granularity,
        rules: rules,
        // Held by the sequence alone, so that letting it go detaches the observer.
        report: { [weak mailbox] in mailbox?.put($0) ?? false },
        finish: { [weak mailbox] in mailbox?.finish() }
      )
    )
    return ListChanges(mailbox: mailbox)
  }
}

extension ObservableList where Row: Identifiable & Equatable {
  /// Makes a list of rows that tell their identity and content.
  public convenience init(_ rows: [Row] = []) {
    self.init(rows, rules: ListRules())
  }
}
