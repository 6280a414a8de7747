internal import FeedValues

/// The folds that the user changed in a value, by the names of its members.
struct FoldTree: Hashable, Sendable {
  /// Whether the user unfolded or folded the value; nil for the default.
  var isOpen: Bool?
  /// The number of times that the user asked to see more of the value.
  var extent = 0
  /// The folds of the members; elements of arrays are named by their offsets.
  private(set) var members: [MemberKey: FoldTree] = [:]

  /// The folds at a path.
  subscript(path: ArraySlice<String>) -> FoldTree {
    get {
      var tree = self
      for name in path {
        guard let next = tree.members[MemberKey(name)] else { return FoldTree() }
        tree = next
      }
      return tree
    }
    set {
      guard let name = path.first else {
        self = newValue
        return
      }
      members[MemberKey(name), default: FoldTree()][path.dropFirst()] = newValue
    }
  }

  /// The folds of a member; nil for none.
  func member(_ name: String) -> FoldTree? { members[MemberKey(name)] }
}
