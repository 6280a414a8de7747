/// One step of an edit script: deletions by old offset, insertions by new offset.
public enum EditStep: Hashable, Sendable, Codable {
  /// The row at an offset of the old list goes.
  case deletion(Int)
  /// The row at an offset of the new list comes.
  case insertion(Int)
  /// The row at an offset of the old list becomes the one at an offset of the new list.
  case replacement(old: Int, new: Int)
}
