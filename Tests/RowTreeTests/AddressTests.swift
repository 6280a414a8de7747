import Testing

@testable import RowTree

/// A number without a summary.
private struct Item: SummarizedElement {
  var value: Int
  var summary: NoSummary { NoSummary() }
}

@Test func `memory is asked for where the elements of a paged array are`() {
  var array = PagedArray<Int>()
  for number in 0..<40_000 { array.append(number) }
  let wrong = (0..<array.count).filter { unsafe array.address(of: $0).load(as: Int.self) != $0 }
  #expect(wrong.isEmpty)
}

@Test(arguments: [3, 64])
func `memory is asked for where the nodes of a tree and their elements are`(capacity: Int) {
  func check(_ node: TreeNode<Item>) {
    for (number, child) in node.children.enumerated() {
      let elements = unsafe child.elements.withUnsafeBytes { $0.baseAddress }
      let object = unsafe UnsafeRawPointer(Unmanaged.passUnretained(child).toOpaque())
      #expect(unsafe node.address(ofChild: number) == object)
      #expect(unsafe node.address(ofElementsOfChild: number) == elements)
      check(child)
    }
  }
  check(RankTree((0..<700).map { Item(value: $0) }, capacity: capacity).root)
}
