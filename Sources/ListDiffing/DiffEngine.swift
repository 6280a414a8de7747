/// The strategies on two lists that are known by offsets into them.
@usableFromInline
struct DiffEngine {
  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int
  @usableFromInline let strategy: Difference.Strategy
  @usableFromInline var meter: WorkMeter
  @usableFromInline var parts = DifferenceParts()

  @inlinable
  init(_ oldCount: Int, _ newCount: Int, strategy: Difference.Strategy, limit: WorkLimit) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.strategy = strategy
    meter = WorkMeter(limit)
  }

  /// Computes the difference of rows that provide identity and content.
  @inlinable
  mutating func run(_ rows: some DiffRows) {
    let rest = goShortWay(rows)
    finish(rows, rest)
  }

  /// Trims and walks, where the strategy begins with that.
  @inlinable
  mutating func goShortWay(_ rows: some DiffRows) -> ShortWay.Rest? {
    goShortWay(
      isSame: { rows.isSame($0, $1) },
      isContentEqual: { rows.isContentEqual($0, $1) }
    )
  }

  /// Trims and walks by closures, where the strategy begins with that.
  ///
  /// Always inlined: where a client gives its rules as closures, that puts their bodies into the
  /// innermost loops.
  ///
  /// - Returns: What is left to do; nil where `parts` are the difference, or nothing was done yet.
  @inlinable
  @inline(__always)
  mutating func goShortWay(
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) -> ShortWay.Rest? {
    guard strategy == .automatic || strategy == .exact else { return nil }
    var way = ShortWay(
      oldCount,
      newCount,
      meter: meter
    )
    let rest = way.run(isSame: isSame, isContentEqual: isContentEqual)
    meter = way.meter
    parts = way.parts
    return rest
  }

  /// Does what the short way left, or what a strategy does that does not begin with it.
  @inlinable
  mutating func finish(_ rows: some DiffRows, _ rest: ShortWay.Rest?) {
    switch strategy {
    case .automatic, .exact:
      guard let rest else { return }
      runInterned(rest.old, rest.new, rows)
      parts.updates.append(contentsOf: rest.updatesBehind)
    case .myers:
      runMyers(
        isSame: { rows.isSame($0, $1) },
        isContentEqual: { rows.isContentEqual($0, $1) }
      )
    case .heckel:
      runHeckel(
        oldIdentity: { rows.oldIdentity($0) },
        newIdentity: { rows.newIdentity($0) },
        isContentEqual: { rows.isContentEqual($0, $1) }
      )
    }
  }

  /// Calls a closure that does what the short way left.
  ///
  /// In a function of its own the optimiser puts the rules that the closure knows into the loops
  /// there: into one function it inlines only so much.
  @inlinable
  @inline(never)
  mutating func goOn<Element>(
    _ old: UnsafeBufferPointer<Element>,
    _ new: UnsafeBufferPointer<Element>,
    _ rest: ShortWay.Rest,
    _ body: (
      inout DiffEngine, UnsafeBufferPointer<Element>, UnsafeBufferPointer<Element>, ShortWay.Rest
    ) -> Void
  ) {
    body(&self, old, new, rest)
    parts.updates.append(contentsOf: rest.updatesBehind)
  }

  /// The difference, with why the work ended.
  @inlinable
  var outcome: Difference.Outcome {
    Difference.Outcome(difference: Difference(parts), completion: meter.completion)
  }
}
