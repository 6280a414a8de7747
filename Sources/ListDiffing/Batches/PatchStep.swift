/// One step of an ordered patch: its offsets count the rows as the steps before it left them.
public enum PatchStep: Hashable, Sendable, Codable {
  /// Takes the row at an offset away.
  case deletion(at: Int)
  /// Puts a row at an offset: the one at `new` in the new list.
  case insertion(at: Int, new: Int)
  /// Takes the row at an offset away, and puts it at another one of the rows without it.
  case move(from: Int, to: Int)
  /// Changes the row at an offset into the one at `new` in the new list.
  case update(at: Int, new: Int)
}

extension Array {
  /// Performs the steps of an ordered patch, one after the other.
  ///
  /// - Parameters:
  ///   - patch: The steps, whose offsets this list has when their turn comes.
  ///   - new: Gives the row at an offset of the new list.
  /// - Complexity: O(*nk*) for *n* rows and *k* steps.
  public mutating func perform(_ patch: [PatchStep], new: (Int) -> Element) {
    for step in patch {
      switch step {
      case .deletion(let offset): remove(at: offset)
      case .insertion(let offset, let row): insert(new(row), at: offset)
      case .move(let source, let target): insert(remove(at: source), at: target)
      case .update(let offset, let row): self[offset] = new(row)
      }
    }
  }
}
