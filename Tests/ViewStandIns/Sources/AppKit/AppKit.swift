// A stand-in: what it stands for is documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import BatchRules
@_exported public import Foundation

public final class NSWindow {}

@MainActor
open class NSView {
  public var window: NSWindow? = NSWindow()

  public init() {}
}

public final class NSCollectionView: NSView {
  /// The content that a data source gives.
  public var content: [[String]] = []
  public private(set) var shown = ShownSections()

  public func reloadData() { shown.reload(content) }

  public func performBatchUpdates(
    _ updates: (() -> Void)?,
    completionHandler: ((Bool) -> Void)? = nil
  ) {
    updates?()
    shown.perform(to: content)
    completionHandler?(true)
  }

  public func deleteSections(_ sections: IndexSet) { shown.deletedSections.formUnion(sections) }

  public func insertSections(_ sections: IndexSet) { shown.insertedSections.formUnion(sections) }

  public func reloadSections(_ sections: IndexSet) { shown.reloadedSections.formUnion(sections) }

  public func moveSection(_ section: Int, toSection target: Int) {
    shown.movedSections.append((section, target))
  }

  public func deleteItems(at paths: Set<IndexPath>) { shown.deleted += paths }

  public func insertItems(at paths: Set<IndexPath>) { shown.inserted += paths }

  public func reloadItems(at paths: Set<IndexPath>) { shown.reloaded += paths }

  public func moveItem(at path: IndexPath, to target: IndexPath) {
    shown.moved.append((path, target))
  }
}

/// Changes its rows one after the other, as an array does, between the calls that begin and end that.
public final class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var effectFade: AnimationOptions { AnimationOptions(rawValue: 1) }
  }

  /// The content that a data source gives.
  public var content: [String] = []
  /// The cells; nil for one that is made when the updates end.
  public private(set) var shown: [String?] = []
  public var numberOfColumns: Int { 1 }

  public func reloadData() { shown = content }

  public func beginUpdates() {}

  public func removeRows(at rows: IndexSet, withAnimation: AnimationOptions) {
    for row in rows.reversed() { shown.remove(at: row) }
  }

  public func insertRows(at rows: IndexSet, withAnimation: AnimationOptions) {
    for row in rows { shown.insert(nil, at: row) }
  }

  public func moveRow(at row: Int, to target: Int) {
    shown.insert(shown.remove(at: row), at: target)
  }

  public func endUpdates() {
    precondition(shown.count == content.count, "the counts do not add up")
    for row in shown.indices where shown[row] == nil { shown[row] = content[row] }
  }

  public func reloadData(forRowIndexes rows: IndexSet, columnIndexes: IndexSet) {
    for row in rows { shown[row] = content[row] }
  }
}
