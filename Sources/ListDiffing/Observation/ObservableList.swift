import Synchronization

/// A list that reports each of its mutations, as a difference, to any number of observers.
///
/// ```swift
/// let feed = ObservableList(rows, rules: ListRules(preference: .head))
/// let watching = feed.observe { change in view.perform(change.batchUpdates, to: change.rows) }
/// feed.insert(row, at: 0)  // reports an insertion at 0
/// ```
///
/// A mutation that changes nothing is not reported. An observer may mutate the list: its mutation is
/// reported after all observers have been notified of the previous one. The list belongs to one
/// isolation domain; `changes(_:rules:)` delivers its changes to others.
public final class ObservableList<Element> {
  /// The way in which a mutation is reported.
  public enum Granularity: Hashable, Sendable {
    /// As one change.
    case batch
    /// As deletions, moves, insertions, and modifications, as far as there are any: the rows of
    /// each change are in the state of that step, and the last one is done.
    case steps
  }

  private struct Observer {
    var rules: ListRules<Element>?
    var receiver: Receiver

    var isClosure: Bool { if case .closure = receiver { true } else { false } }
  }

  private enum Receiver {
    case closure(Granularity, (ListChange<Element>) -> Void)
    /// A log, as long as somebody reads it: puts a change in while the rows are being changed, wakes
    /// the reader, and ends.
    case log(put: (LoggedChange<Element>) -> Void, wake: () -> Bool, finish: () -> Void)
  }

  private let storage: ListStorage<Element>
  private let rules: ListRules<Element>
  private var observers: [Int: Observer] = [:]
  private var nextObserver = 0
  private var reports: [() -> Void] = []
  private var isReporting = false

  /// Creates a list of rows.
  ///
  /// - Parameters:
  ///   - rows: The rows to begin with.
  ///   - rules: The rules for observers that have none of their own.
  public init(_ rows: [Element] = [], rules: ListRules<Element>) {
    storage = ListStorage(rows)
    self.rules = rules
  }

  deinit {
    for observer in observers.values {
      if case .log(_, _, let finish) = observer.receiver { finish() }
    }
  }

  /// The rows; setting them reports how the new ones differ from the old ones.
  public var rows: [Element] {
    get { storage.rows }
    set {
      let old = storage.rows
      change(from: old.count, { $0 = newValue }, oldRow: { old[$0] }) {
        $0.difference(from: old, to: newValue)
      }
    }
  }

  /// The number of rows.
  public var count: Int { storage.rows.count }

  /// The row at an offset; setting it reports a modification, or a deletion and an insertion if
  /// it is another row by the rules.
  public subscript(offset: Int) -> Element {
    get { storage.rows[offset] }
    set { replaceSubrange(offset..<(offset + 1), with: CollectionOfOne(newValue)) }
  }

  /// Replaces the rows in a range by others, of which those that stay the same are not reported.
  ///
  /// - Parameters:
  ///   - range: A range of offsets in the list.
  ///   - rows: The rows to put there.
  /// - Complexity: O(*n*) for *n* rows after the range, and the diff of the range.
  public func replaceSubrange(_ range: Range<Int>, with rows: some Collection<Element>) {
    let removed = Array(storage.rows[range])
    let inserted = Array(rows)
    change(
      from: count,
      { $0.replaceSubrange(range, with: inserted) },
      oldRow: { removed[$0 - range.lowerBound] },
      difference: { $0.difference(from: removed, to: inserted).shifted(by: range.lowerBound) }
    )
  }

  /// Exchanges two rows.
  public func swapAt(_ first: Int, _ second: Int) {
    guard first != second else { return }
    let (low, high) = (Swift.min(first, second), Swift.max(first, second))
    var moves = [Difference.Move(from: high, to: low), Difference.Move(from: low, to: high)]
    // Of two neighbours, one passes the other.
    if high == low + 1 { moves.removeLast() }
    change(from: count, { $0.swapAt(first, second) }) { _ in Difference(moves: moves) }
  }

  /// Removes a row and inserts it again, at an offset counted without it.
  public func move(from source: Int, to target: Int) {
    guard source != target else { return }
    change(from: count, { $0.insert($0.remove(at: source), at: target) }) { _ in
      Difference(moves: [.init(from: source, to: target)])
    }
  }

  /// Performs several mutations, and reports them as one change.
  ///
  /// - Parameter body: Mutates the rows.
  public func performBatch(_ body: (inout [Element]) -> Void) {
    var new = storage.rows
    body(&new)
    rows = new
  }

  /// Reports rows as modified that the list cannot see to have changed: they hold references, or
  /// what an observer makes of them changed.
  ///
  /// - Parameter offsets: Offsets in the list, in any order.
  public func notifyUpdates(at offsets: some Sequence<Int>) {
    let offsets = Set(offsets).sorted()
    for offset in offsets { precondition(indices.contains(offset), "no row at \(offset)") }
    change(from: count, { _ in }) { _ in
      Difference(updates: offsets.map { .init(old: $0, new: $0) })
    }
  }

  /// Reports each mutation to a closure, until the observation is cancelled or released.
  ///
  /// - Parameters:
  ///   - granularity: Whether to report a mutation at once or step by step.
  ///   - rules: Rules of this observer alone; nil for those of the list.
  ///   - report: Called for each change, after it.
  /// - Returns: The observation, which keeps the observer attached.
  public func observe(
    _ granularity: Granularity = .batch,
    rules: ListRules<Element>? = nil,
    report: @escaping (ListChange<Element>) -> Void
  ) -> ListObservation {
    let number = attach(Observer(rules: rules, receiver: .closure(granularity, report)))
    return ListObservation { [weak self] in self?.observers[number] = nil }
  }

  private func attach(_ observer: Observer) -> Int {
    nextObserver += 1
    observers[nextObserver] = observer
    return nextObserver
  }

  /// Changes the rows, and reports that.
  ///
  /// - Parameters:
  ///   - oldCount: The number of rows before.
  ///   - mutation: Changes them.
  ///   - oldRow: The row at an offset before, of those that a difference may update.
  ///   - difference: The difference by some rules.
  private func change(
    from oldCount: Int,
    _ mutation: (inout [Element]) -> Void,
    oldRow: ((Int) -> Element)? = nil,
    difference: @escaping (ListRules<Element>) -> Difference
  ) {
    guard !observers.isEmpty else { return storage.mutate(mutation) }
    let standard = difference(rules)
    func logged(by rules: ListRules<Element>?, newCount: Int) -> LoggedChange<Element> {
      let difference = rules.map(difference) ?? standard
      var change = LoggedChange<Element>(
        difference: difference,
        oldCount: oldCount,
        newCount: newCount
      )
      guard let oldRow else { return change }
      for update in difference.updates { change.oldContents[update.old] = oldRow(update.old) }
      return change
    }
    let newCount = oldCount + standard.insertions.count - standard.deletions.count
    let puts = observers.values.compactMap { observer -> (() -> Void)? in
      guard case .log(let put, _, _) = observer.receiver else { return nil }
      let change = logged(by: observer.rules, newCount: newCount)
      return change.difference.isEmpty ? nil : { put(change) }
    }
    storage.mutate { rows in
      mutation(&rows)
      for put in puts { put() }
    }
    for (number, observer) in observers {
      if case .log(_, let wake, _) = observer.receiver, !wake() { observers[number] = nil }
    }

    guard observers.values.contains(where: \.isClosure) else { return }
    // Held by the report alone, so that the next mutation copies nothing.
    let rows = storage.rows
    reports.append { [weak self] in
      guard let self else { return }
      for number in observers.keys.sorted() {
        // An observer may have been detached by one before it.
        guard let observer = observers[number],
          case .closure(let granularity, let report) = observer.receiver
        else { continue }
        let change = logged(by: observer.rules, newCount: rows.count)
        guard !change.difference.isEmpty else { continue }
        switch granularity {
        case .batch: report(change.change(to: rows))
        case .steps: for step in change.steps(to: rows) { report(step) }
        }
      }
    }
    guard !isReporting else { return }
    isReporting = true
    while !reports.isEmpty { reports.removeFirst()() }
    isReporting = false
  }
}

extension ObservableList where Element: Sendable {
  /// The changes from now on, as a sequence for one task to await.
  ///
  /// - Parameters:
  ///   - granularity: Whether to report a mutation at once or step by step.
  ///   - rules: Rules of this observer alone; nil for those of the list.
  /// - Returns: The changes; the observer is detached when the sequence is released, or the task that
  ///   awaits it is cancelled.
  public func changes(
    _ granularity: Granularity = .batch,
    rules: ListRules<Element>? = nil
  ) -> ListChanges<Element> {
    let log = ListLog(of: storage, isStepwise: granularity == .steps)
    // Held by the sequence alone, so that letting it go detaches the observer.
    let receiver = Receiver.log(
      put: { [weak log] in log?.put($0) },
      wake: { [weak log] in log?.wake() ?? false },
      finish: { [weak log] in log?.finish() }
    )
    _ = attach(Observer(rules: rules, receiver: receiver))
    return ListChanges(log: log)
  }
}

extension ObservableList where Element: Identifiable & Equatable {
  /// Creates a list of rows that provide their identity and content.
  @inlinable
  public convenience init(_ rows: [Element] = []) {
    self.init(rows, rules: ListRules())
  }
}

extension ObservableList where Element: Hashable {
  /// Creates a list of values that are their own identity, and so never change.
  @inlinable
  public convenience init(_ rows: [Element] = []) {
    self.init(rows, rules: ListRules())
  }
}

extension ObservableList where Element: Identifiable & Hashable {
  /// Creates a list of rows that provide their identity and content.
  @inlinable
  public convenience init(_ rows: [Element] = []) {
    self.init(rows, rules: ListRules())
  }
}

extension ObservableList: RandomAccessCollection {
  /// The offset of the first row.
  public var startIndex: Int { 0 }
  /// The offset after the last row.
  public var endIndex: Int { storage.rows.endIndex }

  /// Calls a closure with the rows side by side in memory.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try storage.rows.withContiguousStorageIfAvailable(body)
  }
}

/// The rows of an observable list, which tasks that await its changes read from elsewhere.
///
/// They are in one place only, so that a mutation changes them there and copies nothing, however many
/// await it.
///
/// Unchecked, and safe: the list's own isolation domain is the only one that writes, and does so under
/// the lock. Other domains read, and under the lock only, which is possible if rows are `Sendable`
/// alone: `ListLog`, the only other user, asks for that. The list's own reads need no lock, since
/// nobody else writes.
final class ListStorage<Element>: @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private(set) var rows: [Element]

  init(_ rows: [Element]) {
    self.rows = rows
  }

  /// Changes the rows, and what belongs to them, at once for all readers.
  func mutate(_ body: (inout [Element]) -> Void) {
    lock.withLock { _ in body(&rows) }
  }

  /// Reads the rows, and what belongs to them, in another domain.
  func read<Result>(_ body: ([Element]) -> Result) -> Result {
    lock.withLock { _ in body(rows) }
  }
}

extension ObservableList {
  /// Adds a row at the end.
  public func append(_ row: Element) {
    replaceSubrange(count..<count, with: CollectionOfOne(row))
  }

  /// Adds rows at the end.
  public func append(contentsOf rows: some Collection<Element>) {
    replaceSubrange(count..<count, with: rows)
  }

  /// Puts a row before the one at an offset.
  public func insert(_ row: Element, at offset: Int) {
    replaceSubrange(offset..<offset, with: CollectionOfOne(row))
  }

  /// Puts rows before the one at an offset.
  public func insert(contentsOf rows: some Collection<Element>, at offset: Int) {
    replaceSubrange(offset..<offset, with: rows)
  }

  /// Takes the row at an offset away.
  ///
  /// - Parameter offset: The offset of a row.
  /// - Returns: The row.
  @discardableResult
  public func remove(at offset: Int) -> Element {
    let row = self[offset]
    removeSubrange(offset..<(offset + 1))
    return row
  }

  /// Takes the last row away, if there is one.
  ///
  /// - Returns: The row, or nil.
  @discardableResult
  public func popLast() -> Element? {
    count == 0 ? nil : remove(at: count - 1)
  }

  /// Takes the rows in a range away.
  public func removeSubrange(_ range: Range<Int>) {
    replaceSubrange(range, with: EmptyCollection())
  }

  /// Takes all rows away that satisfy a predicate, as one change.
  public func removeAll(where shouldBeRemoved: (Element) -> Bool) {
    performBatch { $0.removeAll(where: shouldBeRemoved) }
  }

  /// Sorts the rows; rows of which neither precedes the other keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Whether a row comes before another one.
  public func sort(by areInIncreasingOrder: (Element, Element) -> Bool) {
    performBatch { $0.sort(by: areInIncreasingOrder) }
  }
}
