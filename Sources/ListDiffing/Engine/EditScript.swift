/// A shortest way from one list to another by deletions, insertions and replacements.
///
/// ```swift
/// let steps = EditScript(from: "kitten", to: "sitting").steps
/// // [.replacement(old: 0, new: 0), .replacement(old: 4, new: 4), .insertion(6)]
/// ```
public struct EditScript: Hashable, Sendable, Codable {
  /// The steps, from the start of both lists to their ends.
  public let steps: [EditStep]

  /// The edit script of two lists by a rule for identity and one for content.
  ///
  /// A row whose identity stays and whose content changes is replaced, as is a row by one of
  /// another identity; each counts as one step.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - limit: The limit of the search for it; one step is a cell of the table.
  ///   - identity: The identity of a row.
  ///   - isContentEqual: Whether two rows of one identity say the same.
  /// - Complexity: O(*nm*), in O(*n* + *m*) space. Robert A. Wagner, Michael J. Fischer, The
  ///   String-to-String Correction Problem, JACM 21 (1974), in two rows of the table.
  @inlinable
  public init<Element, Identity: Equatable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    limit: WorkLimit = .none,
    identity: (Element) -> Identity,
    isContentEqual: (Element, Element) -> Bool
  ) {
    self = withBuffer(of: old) { old in
      withBuffer(of: new) { new in
        func isKept(_ x: Int, _ y: Int) -> Bool {
          identity(old[x]) == identity(new[y]) && isContentEqual(old[x], new[y])
        }
        var meter = WorkMeter(limit)
        let table = TwoRowTable(old.count, new.count, meter: &meter) { isKept($0, $1) ? 0 : 1 }
        return EditScript(
          steps: table.path.compactMap { move in
            switch move {
            case .deletion(let offset): .deletion(offset)
            case .insertion(let offset): .insertion(offset)
            case .pair(let x, let y): isKept(x, y) ? nil : .replacement(old: x, new: y)
            }
          }
        )
      }
    }
  }

  /// The edit script of two lists of values that are their own identity.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - limit: The limit of the search for it; one step is a cell of the table.
  /// - Complexity: O(*nm*), in O(*n* + *m*) space.
  @inlinable
  public init<Element: Equatable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    limit: WorkLimit = .none
  ) {
    self.init(from: old, to: new, limit: limit, identity: { $0 }, isContentEqual: { _, _ in true })
  }

  @usableFromInline
  init(steps: [EditStep]) {
    self.steps = steps
  }

  /// The script as a difference, in which a replaced row is one that changed.
  ///
  /// Its updates may change the identity of a row.
  public var difference: Difference {
    var difference = Difference()
    for step in steps {
      switch step {
      case .deletion(let offset): difference.deletions.append(offset)
      case .insertion(let offset): difference.insertions.append(offset)
      case .replacement(let old, let new): difference.updates.append(.init(old: old, new: new))
      }
    }
    return difference
  }
}

/// One step of an edit script: deletions by old offset, insertions by new offset.
public enum EditStep: Hashable, Sendable, Codable {
  /// The row at an offset of the old list goes.
  case deletion(Int)
  /// The row at an offset of the new list comes.
  case insertion(Int)
  /// The row at an offset of the old list becomes the one at an offset of the new list.
  case replacement(old: Int, new: Int)
}

/// A value that is looked at where it is stored.
///
/// A value that can be copied is copied before a function is called with it that the optimiser does
/// not see into, which for a row of strings takes an atomic increment and decrement for each. This
/// structure cannot be copied, so that its value is lent instead. It has the layout of its value: an
/// array of values is an array of these.
@frozen
@usableFromInline
struct Borrowed<Value>: ~Copyable {
  @usableFromInline let value: Value

  /// Calls a closure with the value.
  @inlinable
  @inline(__always)
  borrowing func lend<Result>(_ body: (Value) -> Result) -> Result {
    body(value)
  }
}
