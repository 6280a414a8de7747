#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import ListDiffing

  extension NSTableView {
    /// Performs a batch on the table, or reloads it.
    ///
    /// An `NSTableView` counts as an array does, one step after the other, so that the batch becomes a
    /// patch.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the rows shown to those that `setRows` sets.
    ///   - animation: The animation of rows that come and go.
    ///   - interrupt: Whether to reload the table instead, as for too many changes.
    ///   - setRows: Sets the rows that the data source gives.
    public func reload(
      using batch: BatchUpdates,
      with animation: AnimationOptions = [.effectFade],
      interrupt: ((BatchUpdates) -> Bool)? = nil,
      setRows: () -> Void
    ) {
      guard window != nil, interrupt?(batch) != true else {
        setRows()
        return reloadData()
      }
      beginUpdates()
      setRows()
      var updated = IndexSet()
      for step in batch.patch(.deletionsFirst) {
        switch step {
        case .deletion(let row): removeRows(at: IndexSet(integer: row), withAnimation: animation)
        case .insertion(let row, _):
          insertRows(at: IndexSet(integer: row), withAnimation: animation)
        case .move(let source, let target): moveRow(at: source, to: target)
        case .update(let row, _): updated.insert(row)
        }
      }
      endUpdates()
      reloadData(forRowIndexes: updated, columnIndexes: IndexSet(integersIn: 0..<numberOfColumns))
    }
  }
#endif
