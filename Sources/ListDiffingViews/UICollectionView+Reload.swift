#if canImport(UIKit) && !os(watchOS)
  public import ListDiffing
  public import UIKit

  extension UICollectionView {
    /// Performs a batch on a section of the view, or reloads it.
    ///
    /// A row that moves and changes is deleted and inserted, as one batch of a view cannot take both.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the rows shown to those that `setRows` sets.
    ///   - section: The section whose rows change.
    ///   - interrupt: Whether to reload the view instead, as where there are too many changes.
    ///   - setRows: Sets the rows that the data source gives.
    ///   - completion: Called when the motion is over; whether it went to its end.
    public func reload(
      using batch: BatchUpdates,
      section: Int = 0,
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
      func paths(_ rows: [Int]) -> [IndexPath] {
        rows.map { IndexPath(item: $0, section: section) }
      }
      performBatchUpdates(
        {
          setRows()
          self.deleteItems(at: paths(form.deletions))
          self.insertItems(at: paths(form.insertions))
          self.reloadItems(at: paths(form.updates.map(\.old)))
          for move in form.moves {
            self.moveItem(
              at: IndexPath(item: move.source, section: section),
              to: IndexPath(item: move.target, section: section)
            )
          }
        },
        completion: completion
      )
    }
  }
#endif
