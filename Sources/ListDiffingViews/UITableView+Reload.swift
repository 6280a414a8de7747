#if canImport(UIKit) && !os(watchOS)
  public import ListDiffing
  public import UIKit

  extension UITableView {
    /// Performs a batch on a section of the table, or reloads it.
    ///
    /// A row that moves and changes is deleted and inserted, as one batch of a table cannot take both.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the rows shown to those that `setRows` sets.
    ///   - section: The section whose rows change.
    ///   - animation: How rows come and go.
    ///   - interrupt: Whether to reload the table instead, as where there are too many changes.
    ///   - setRows: Sets the rows that the data source gives.
    ///   - completion: Called when the motion is over; whether it went to its end.
    public func reload(
      using batch: BatchUpdates,
      section: Int = 0,
      with animation: RowAnimation = .automatic,
      interrupt: ((BatchUpdates) -> Bool)? = nil,
      setRows: @escaping () -> Void,
      completion: ((Bool) -> Void)? = nil
    ) {
      guard window != nil, interrupt?(batch) != true else {
        setRows()
        reloadData()
        completion?(true)
        return
      }
      let form = batch.replacing(.movedUpdates)
      func paths(_ rows: [Int]) -> [IndexPath] { rows.map { IndexPath(row: $0, section: section) } }
      performBatchUpdates(
        {
          setRows()
          self.deleteRows(at: paths(form.deletions), with: animation)
          self.insertRows(at: paths(form.insertions), with: animation)
          self.reloadRows(at: paths(form.updates.map(\.old)), with: animation)
          for move in form.moves {
            self.moveRow(
              at: IndexPath(row: move.source, section: section),
              to: IndexPath(row: move.target, section: section)
            )
          }
        },
        completion: completion
      )
    }

    /// Performs a batch on the sections of the table, or reloads it.
    ///
    /// It is performed in stages, each with the rows of that stage, so that sections and rows may move
    /// and change at once.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the sections shown to new ones.
    ///   - animation: How sections and rows come and go.
    ///   - interrupt: Whether to reload the table instead, as where there are too many changes.
    ///   - setStage: Applies a stage to the sections that the data source gives; nil to set the new
    ///     ones.
    public func reload(
      using batch: SectionedBatchUpdates,
      with animation: RowAnimation = .automatic,
      interrupt: ((SectionedBatchUpdates) -> Bool)? = nil,
      setStage: @escaping (SectionedBatchUpdates?) -> Void
    ) {
      guard window != nil, interrupt?(batch) != true else {
        setStage(nil)
        return reloadData()
      }
      for stage in batch.stages() {
        let parts = stage.difference
        performBatchUpdates({
          setStage(stage)
          self.deleteSections(IndexSet(parts.sections.deletions), with: animation)
          self.insertSections(IndexSet(parts.sections.insertions), with: animation)
          self.reloadSections(IndexSet(parts.sections.updates.map(\.new)), with: animation)
          for move in parts.sections.moves { self.moveSection(move.source, toSection: move.target) }
          self.deleteRows(at: parts.deletions.map { IndexPath($0) }, with: animation)
          self.insertRows(at: parts.insertions.map { IndexPath($0) }, with: animation)
          // A section that is reloaded reloads its rows.
          let reloaded = Set(parts.sections.updates.map(\.new))
          let updates = parts.updates.filter { !reloaded.contains($0.new.section) }
          self.reloadRows(at: updates.map { IndexPath($0.new) }, with: animation)
          for move in parts.moves {
            self.moveRow(at: IndexPath(move.source), to: IndexPath(move.target))
          }
        })
      }
    }
  }
#endif
