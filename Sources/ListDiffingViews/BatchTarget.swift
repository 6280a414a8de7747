#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  import Foundation
  import ListDiffing

  /// A view that takes batches by index paths: what table views and collection views have in common.
  @MainActor
  protocol BatchTarget {
    var isInWindow: Bool { get }

    func reloadData()
    func performBatch(_ updates: @escaping () -> Void, completion: ((Bool) -> Void)?)

    func deleteSections(_ sections: IndexSet)
    func insertSections(_ sections: IndexSet)
    func reloadSections(_ sections: IndexSet)
    func moveSection(_ source: Int, to target: Int)

    func deleteRows(at paths: [IndexPath])
    func insertRows(at paths: [IndexPath])
    func reloadRows(at paths: [IndexPath])
    func moveRow(at source: IndexPath, to target: IndexPath)
  }

  extension BatchTarget {
    /// Performs a batch on one section, or reloads the view.
    ///
    /// A row that moves and changes is deleted and inserted: one batch of a view cannot take both.
    func reload(
      using batch: BatchUpdates,
      section: Int,
      interrupt: ((BatchUpdates) -> Bool)?,
      setRows: @escaping () -> Void,
      completion: ((Bool) -> Void)?
    ) {
      guard isInWindow, interrupt?(batch) != true else {
        setRows()
        reloadData()
        completion?(true)
        return
      }
      let form = batch.replacing(.movedUpdates)
      func path(_ row: Int) -> IndexPath { IndexPath(RowIndexPath(section: section, row: row)) }
      performBatch(
        {
          setRows()
          deleteRows(at: form.deletions.map(path))
          insertRows(at: form.insertions.map(path))
          reloadRows(at: form.updates.map { path($0.old) })
          for move in form.moves { moveRow(at: path(move.source), to: path(move.target)) }
        },
        completion: completion
      )
    }

    /// Performs a batch on all sections in stages, or reloads the view.
    ///
    /// - Parameters:
    ///   - batch: The changes, from the sections shown to new ones.
    ///   - interrupt: Whether to reload the view instead.
    ///   - setStage: Applies a stage to the sections that the data source gives; nil to set the new
    ///     ones.
    ///   - completion: Called after the last stage; whether all of them went to their ends.
    func reload(
      using batch: SectionedBatchUpdates,
      interrupt: ((SectionedBatchUpdates) -> Bool)?,
      setStage: @escaping (SectionedBatchUpdates?) -> Void,
      completion: ((Bool) -> Void)?
    ) {
      let stages = batch.stages()
      guard isInWindow, interrupt?(batch) != true, !stages.isEmpty else {
        setStage(nil)
        reloadData()
        completion?(true)
        return
      }
      for (number, stage) in stages.enumerated() {
        performBatch(
          {
            setStage(stage)
            perform(stage.difference)
          },
          completion: number == stages.count - 1 ? completion : nil
        )
      }
    }

    /// Performs the changes of a stage, which are all of one kind.
    private func perform(_ stage: SectionedDifference) {
      let sections = stage.sections
      deleteSections(IndexSet(sections.deletions))
      insertSections(IndexSet(sections.insertions))
      reloadSections(IndexSet(sections.updates.map(\.old)))
      for move in sections.moves { moveSection(move.source, to: move.target) }
      deleteRows(at: stage.deletions.map { IndexPath($0) })
      insertRows(at: stage.insertions.map { IndexPath($0) })
      // A section that is reloaded reloads its rows.
      let reloaded = Set(sections.updates.map(\.old))
      let updates = stage.updates.filter { !reloaded.contains($0.old.section) }
      reloadRows(at: updates.map { IndexPath($0.old) })
      for move in stage.moves { moveRow(at: IndexPath(move.source), to: IndexPath(move.target)) }
    }
  }
#endif
