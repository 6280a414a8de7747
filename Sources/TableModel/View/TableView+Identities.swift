extension TableView {
  /// Changes the identifiers of the rows.
  ///
  /// The rows stay the same, with their lines, marks and selection. Animations are finished.
  ///
  /// - Parameter identify: Receives the rows, followed by deleted rows that are still shown; returns them in
  ///   the same order, with unique identifiers.
  /// - Complexity: O(*n*) for *n* rows.
  public mutating func identifyRows(_ identify: ([Row]) -> [Row]) {
    let tombstoneRows = tombstones.compactMap { tombstone in
      if case .row(let row) = tombstone.entry { row } else { nil }
    }
    releaseHandles()
    let rows = outline.content.rows.array
    let old = rows + tombstoneRows
    let new = identify(old)
    precondition(new.count == old.count, "the number of rows must not change")
    var names: [Row.ID: Row] = [:]
    names.reserveCapacity(old.count)
    for (row, renamed) in zip(old, new) { names[row.id] = renamed }
    func identity(_ identity: Identity) -> Identity {
      guard case .row(let id) = identity, let row = names[id] else { return identity }
      return .row(row.id)
    }
    let renamed = TableRows(rows.map { names[$0.id] ?? $0 })
    outline = Outline(TableContent(renamed, outline.sections), collapsed: collapsedSections)
    tombstones = tombstones.map { $0.renamed(names) }
    if let selected {
      self.selected = Selection(identity: identity(selected.identity), offset: selected.offset)
    }
    marks.rename(identity)
    flashes = Dictionary(flashes.map { (identity($0), $1) }) { first, _ in first }
    scene = nil
  }
}

extension Tombstone {
  fileprivate func renamed(_ names: [Row.ID: Row]) -> Tombstone {
    guard case .row(let row) = entry, let renamed = names[row.id] else { return self }
    return Tombstone(
      serial: serial,
      entry: .row(renamed),
      place: place,
      isSelected: isSelected,
      opacity: opacity,
      closesAt: closesAt
    )
  }
}
