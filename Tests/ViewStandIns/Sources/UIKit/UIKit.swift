// A stand-in: what it stands for is documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import BatchRules
@_exported public import Foundation

public final class UIWindow {}

@MainActor
open class UIView {
  public var window: UIWindow? = UIWindow()

  public init() {}
}

/// The common parts of the stand-ins of table and collection views.
@MainActor
open class BatchedView: UIView {
  /// The content that a data source gives.
  public var content: [[String]] = []
  public private(set) var shown = ShownSections()
  public private(set) var batchCount = 0

  public func reloadData() { shown.reload(content) }

  public func performBatchUpdates(
    _ updates: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    batchCount += 1
    updates?()
    shown.perform(to: content)
    completion?(true)
  }

  public func moveSection(_ section: Int, toSection target: Int) {
    shown.movedSections.append((section, target))
  }

  fileprivate func change(_ body: (inout ShownSections) -> Void) { body(&shown) }
}

public final class UITableView: BatchedView {
  public enum RowAnimation: Sendable {
    case automatic
    case fade
  }

  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    change { $0.deletedSections.formUnion(sections) }
  }

  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    change { $0.insertedSections.formUnion(sections) }
  }

  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    change { $0.reloadedSections.formUnion(sections) }
  }

  public func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
    change { $0.deleted += paths }
  }

  public func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
    change { $0.inserted += paths }
  }

  public func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
    change { $0.reloaded += paths }
  }

  public func moveRow(at path: IndexPath, to target: IndexPath) {
    change { $0.moved.append((path, target)) }
  }
}

public final class UICollectionView: BatchedView {
  public func deleteSections(_ sections: IndexSet) {
    change { $0.deletedSections.formUnion(sections) }
  }

  public func insertSections(_ sections: IndexSet) {
    change { $0.insertedSections.formUnion(sections) }
  }

  public func reloadSections(_ sections: IndexSet) {
    change { $0.reloadedSections.formUnion(sections) }
  }

  public func deleteItems(at paths: [IndexPath]) { change { $0.deleted += paths } }

  public func insertItems(at paths: [IndexPath]) { change { $0.inserted += paths } }

  public func reloadItems(at paths: [IndexPath]) { change { $0.reloaded += paths } }

  public func moveItem(at path: IndexPath, to target: IndexPath) {
    change { $0.moved.append((path, target)) }
  }
}
