/// The changes of the sections in a batch.
package struct SectionUpdate: Sendable {
  /// The number of rows of a section before and after; nil if it does not exist.
  package struct Change: Sendable {
    package let section: Int
    package let old: Int?
    package let new: Int?

    package init(section: Int, old: Int?, new: Int?) {
      (self.section, self.old, self.new) = (section, old, new)
    }
  }

  /// The order of the sections before and after.
  let order: any SectionOrder
  /// The changes, in the order of the sections.
  let changes: [Change]
  /// All sections after the batch, if they got other numbers.
  let list: SectionList?

  /// Creates an update.
  ///
  /// - Parameters:
  ///   - changes: The changes, in the order of the sections.
  ///   - order: The order of the sections, including those that were added.
  package init(_ changes: [Change], _ order: any SectionOrder) {
    (self.changes, self.order, list) = (changes, order, nil)
  }

  /// Creates an update that gives sections other numbers.
  ///
  /// - Parameters:
  ///   - list: All sections after the batch.
  ///   - former: The order of the sections before.
  package init(renumbering list: SectionList, after former: any SectionOrder) {
    (self.list, order, changes) = (list, former, [])
  }
}
