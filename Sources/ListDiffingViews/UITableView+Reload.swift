#if canImport(UIKit) && !os(watchOS)
  public import ListDiffing
  public import UIKit

  extension UITableView {
    /// Performs a batch on a section of the table, or reloads it.
    ///
    /// A row that moves and changes is deleted and inserted: one batch of a table cannot take both.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the rows shown to those that `setRows` sets.
    ///   - section: The section whose rows change.
    ///   - animation: The animation of rows that come and go.
    ///   - interrupt: Whether to reload the table instead, as for too many changes.
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
      TableTarget(view: self, animation: animation).reload(
        using: batch,
        section: section,
        interrupt: interrupt,
        setRows: setRows,
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
    ///   - animation: The animation of sections and rows that come and go.
    ///   - interrupt: Whether to reload the table instead, as for too many changes.
    ///   - setStage: Applies a stage to the sections that the data source gives; nil to set the new
    ///     ones.
    ///   - completion: Called when the motion is over; whether it went to its end.
    public func reload(
      using batch: SectionedBatchUpdates,
      with animation: RowAnimation = .automatic,
      interrupt: ((SectionedBatchUpdates) -> Bool)? = nil,
      setStage: @escaping (SectionedBatchUpdates?) -> Void,
      completion: ((Bool) -> Void)? = nil
    ) {
      TableTarget(view: self, animation: animation).reload(
        using: batch,
        interrupt: interrupt,
        setStage: setStage,
        completion: completion
      )
    }
  }

  /// A table view with the animation of a batch.
  private struct TableTarget: BatchTarget {
    let view: UITableView
    let animation: UITableView.RowAnimation

    var isInWindow: Bool { view.window != nil }

    func reloadData() { view.reloadData() }

    func performBatch(_ updates: @escaping () -> Void, completion: ((Bool) -> Void)?) {
      view.performBatchUpdates(updates, completion: completion)
    }

    func deleteSections(_ sections: IndexSet) { view.deleteSections(sections, with: animation) }

    func insertSections(_ sections: IndexSet) { view.insertSections(sections, with: animation) }

    func reloadSections(_ sections: IndexSet) { view.reloadSections(sections, with: animation) }

    func moveSection(_ source: Int, to target: Int) { view.moveSection(source, toSection: target) }

    func deleteRows(at paths: [IndexPath]) { view.deleteRows(at: paths, with: animation) }

    func insertRows(at paths: [IndexPath]) { view.insertRows(at: paths, with: animation) }

    func reloadRows(at paths: [IndexPath]) { view.reloadRows(at: paths, with: animation) }

    func moveRow(at source: IndexPath, to target: IndexPath) {
      view.moveRow(at: source, to: target)
    }
  }
#endif
