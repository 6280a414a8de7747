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

  @inlinable
  init<Row>(_ lists: RowLists<Row>, strategy: Difference.Strategy, limit: WorkLimit) {
    self.init(lists.old.count, lists.new.count, strategy: strategy, limit: limit)
  }

  /// Computes the difference of two lists by rules for identity and content.
  ///
  /// Always inlined, as are the functions that it calls: that puts the rules into the innermost loops, where they are
  /// known.
  @inlinable
  @inline(__always)
  mutating func run<Row>(
    _ lists: RowLists<Row>,
    identity: (Row) -> some Hashable,
    isContentEqual: (Row, Row) -> Bool
  ) {
    switch strategy {
    case .automatic, .exact:
      let rest = takeFastPath(
        isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
        isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
      )
      guard let rest else { break }
      resume(lists, rest) { engine, lists, rest in
        engine.runInterned(
          rest,
          oldHash: { lists.lendOld($0) { identity($0).hashValue } },
          newHash: { lists.lendNew($0) { identity($0).hashValue } },
          isRepeated: { lists.lendOld($0, $1) { identity($0) == identity($1) } },
          isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
          isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
        )
      }
    case .myers:
      runMyers(
        isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
        isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
      )
    case .heckel:
      runHeckel(
        oldHash: { lists.lendOld($0) { identity($0).hashValue } },
        newHash: { lists.lendNew($0) { identity($0).hashValue } },
        isRepeated: { lists.lendOld($0, $1) { identity($0) == identity($1) } },
        isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
        isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
      )
    }
  }

  /// Trims and walks.
  ///
  /// - Returns: The rest of the work; nil if `parts` are the difference.
  @inlinable
  @inline(__always)
  mutating func takeFastPath(
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) -> FastPath.Rest? {
    var way = FastPath(
      oldCount,
      newCount,
      meter: meter
    )
    let rest = way.run(isSame: isSame, isContentEqual: isContentEqual)
    meter = way.meter
    parts = way.parts
    return rest
  }

  /// Calls a closure that does what the fast path left.
  ///
  /// In a function of its own the optimiser puts the rules that the closure knows into the loops
  /// there: into one function it inlines only so much.
  @inlinable
  @inline(never)
  mutating func resume<Row>(
    _ lists: RowLists<Row>,
    _ rest: FastPath.Rest,
    _ body: (inout DiffEngine, RowLists<Row>, FastPath.Rest) -> Void
  ) {
    body(&self, lists, rest)
  }

  /// The difference, with why the work ended.
  @inlinable
  var outcome: Difference.Outcome {
    Difference.Outcome(difference: Difference(parts), completion: meter.completion)
  }
}
