// The work on the rows themselves. The closures know the rules, and are written where the rules are
// known, so that the optimiser compiles their loops for them.
extension SectionPairing {
  /// Trims and walks each pair of sections.
  ///
  /// - Parameters:
  ///   - old: The rows of the old sections.
  ///   - new: The rows of the new sections.
  ///   - takeFastPath: Trims and walks the rows of a pair.
  @inlinable
  @inline(never)
  mutating func takeFastPath<Row>(
    _ old: [[Row]],
    _ new: [[Row]],
    _ takeFastPath: (inout DiffEngine, RowLists<Row>) -> FastPath.Rest?
  ) {
    for target in new.indices {
      guard let source = map.oldOffset(ofNew: target) else { continue }
      withRows(of: old[source], and: new[target]) { rows in
        var engine = DiffEngine(rows, strategy: .automatic, limit: .none)
        engine.meter = meter
        let rest = takeFastPath(&engine, rows)
        add(engine, rest, from: source, to: target)
      }
    }
  }

  /// Finds the classes of all open rows.
  ///
  /// - Parameters:
  ///   - old: The rows of the old sections.
  ///   - new: The rows of the new sections.
  ///   - intern: Interns rows.
  @inlinable
  @inline(never)
  mutating func intern<Row>(
    _ old: [[Row]],
    _ new: [[Row]],
    _ intern: (inout DiffEngine, inout Pairing, OpenRows<Row>) -> Void
  ) {
    guard !oldPaths.isEmpty, !newPaths.isEmpty else { return }
    guard Swift.max(oldPaths.count, newPaths.count) < Int(Int32.max) else {
      return meter.settleForLess()
    }
    var engine = DiffEngine(oldPaths.count, newPaths.count, strategy: .automatic, limit: .none)
    engine.meter = meter
    var pairing = Pairing(oldPaths.indices, newPaths.indices)
    defer { pairing.deallocate() }
    withRows(of: old, and: new) { lists in
      intern(&engine, &pairing, OpenRows(lists, of: self))
    }
    meter = engine.meter
    setClasses(pairing)
  }

  /// Looks at the content of all pairs, unless that was done when they were found.
  @inlinable
  @inline(never)
  mutating func compareContents<Row>(
    _ old: [[Row]],
    _ new: [[Row]],
    _ isContentEqual: (Row, Row) -> Bool
  ) {
    guard !areContentsKnown else { return addKnownUpdates() }
    withRows(of: old, and: new) { lists in
      for number in parts.indices {
        let (source, target) = (parts[number].oldSection, parts[number].newSection)
        let updates = parts[number].pairs.filter { pair in
          !lists.lend(
            old: RowIndexPath(section: source, row: pair.old),
            new: RowIndexPath(section: target, row: pair.new),
            isContentEqual
          )
        }
        add(updates, to: number)
      }
      for move in crossings where !lists.lend(old: move.source, new: move.target, isContentEqual) {
        crossingUpdates.append(.init(old: move.source, new: move.target))
      }
    }
  }
}
