#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import ListDiffing

  extension UICollectionView {
    /// Performs a batch on a section of the view, or reloads it.
    ///
    /// A row that moves and changes is deleted and inserted: one batch of a view cannot take both.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the rows shown to those that `setRows` sets.
    ///   - section: The section whose rows change.
    ///   - interrupt: Whether to reload the view instead, as for too many changes.
    ///   - setRows: Sets the rows that the data source gives.
    ///   - completion: Called when the motion is over; whether it went to its end.
    public func reload(
      using batch: BatchUpdates,
      section: Int = 0,
      interrupt: ((BatchUpdates) -> Bool)? = nil,
      setRows: @escaping () -> Void,
      completion: ((Bool) -> Void)? = nil
    ) {
      CollectionTarget(view: self).reload(
        using: batch,
        section: section,
        interrupt: interrupt,
        setRows: setRows,
        completion: completion
      )
    }

    /// Performs a batch on the sections of the view, or reloads it.
    ///
    /// It is performed in stages, each with the rows of that stage, so that sections and rows may move
    /// and change at once.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the sections shown to new ones.
    ///   - interrupt: Whether to reload the view instead, as for too many changes.
    ///   - setStage: Applies a stage to the sections that the data source gives; nil to set the new
    ///     ones.
    ///   - completion: Called when the motion is over; whether it went to its end.
    public func reload(
      using batch: SectionedBatchUpdates,
      interrupt: ((SectionedBatchUpdates) -> Bool)? = nil,
      setStage: @escaping (SectionedBatchUpdates?) -> Void,
      completion: ((Bool) -> Void)? = nil
    ) {
      CollectionTarget(view: self).reload(
        using: batch,
        interrupt: interrupt,
        setStage: setStage,
        completion: completion
      )
    }
  }

  /// A collection view, whose layout decides how items come and go.
  private struct CollectionTarget: BatchTarget {
    let view: UICollectionView

    var isInWindow: Bool { view.window != nil }

    func reloadData() { view.reloadData() }

    func performBatch(_ updates: @escaping () -> Void, completion: ((Bool) -> Void)?) {
      view.performBatchUpdates(updates, completion: completion)
    }

    func deleteSections(_ sections: IndexSet) { view.deleteSections(sections) }

    func insertSections(_ sections: IndexSet) { view.insertSections(sections) }

    func reloadSections(_ sections: IndexSet) { view.reloadSections(sections) }

    func moveSection(_ source: Int, to target: Int) { view.moveSection(source, toSection: target) }

    func deleteRows(at paths: [IndexPath]) { view.deleteItems(at: paths) }

    func insertRows(at paths: [IndexPath]) { view.insertItems(at: paths) }

    func reloadRows(at paths: [IndexPath]) { view.reloadItems(at: paths) }

    func moveRow(at source: IndexPath, to target: IndexPath) {
      view.moveItem(at: source, to: target)
    }
  }
#endif
