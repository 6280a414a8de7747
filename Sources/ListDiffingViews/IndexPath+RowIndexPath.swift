#if canImport(UIKit) || canImport(AppKit)
  public import Foundation
  public import ListDiffing

  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  extension IndexPath {
    /// The index path of a row in a table or collection view.
    public init(_ path: RowIndexPath) {
      self.init(item: path.row, section: path.section)
    }
  }

  extension RowIndexPath {
    /// The path of a row of a view; the index path has a section and an item.
    public init(_ path: IndexPath) {
      self.init(section: path.section, row: path.item)
    }
  }
#endif
