/// What the reader folded and unfolded of a value, by the names of its members.
struct FoldTree: Hashable, Sendable {
  /// Whether the user opened or folded it; nil if a rule decides.
  var isOpen: Bool?
  /// How often the reader asked for more of it.
  var extent = 0
  /// What was done inside of it; elements go by their offsets.
  private(set) var members: [String: FoldTree] = [:]

  /// What was done at a path.
  subscript(path: ArraySlice<String>) -> FoldTree {
    get {
      var tree = self
      for name in path {
        guard let next = tree.members[name] else { return FoldTree() }
        tree = next
      }
      return tree
    }
    set {
      guard let name = path.first else {
        self = newValue
        return
      }
      members[name, default: FoldTree()][path.dropFirst()] = newValue
    }
  }

  /// What was done inside of a member; nil for nothing.
  func member(_ name: String) -> FoldTree? { members[name] }
}
