/// The identity of a section, which can be any hashable value.
///
/// ```swift
/// table.collapse(section: day)
/// if table.selectedSection?.value(as: Int.self) == today { open(today) }
/// ```
///
/// Values are equal if they are as `AnyHashable`.
public struct SectionID: Hashable, Sendable {
  private let storage: Storage

  /// The value: in an object, because identifiers are copied and compared with themselves in every batch.
  private final class Storage: Sendable {
    let content: Content
    /// The hash of the value, which is asked for whenever a set of sections is made or changed.
    let hash: Int

    init(_ content: Content) {
      self.content = content
      switch content {
      case .text(let text): hash = text.hashValue
      case .other(let value):
        let value: any Hashable = value
        hash = AnyHashable(value).hashValue
      }
    }
  }

  /// Texts, which are equal to nothing else, are compared without a look at their type.
  private enum Content: Sendable {
    case text(String)
    case other(any Hashable & Sendable)
  }

  /// Creates an identifier from a value; a section identifier is returned unchanged.
  public init(_ value: some Hashable & Sendable) {
    storage =
      switch value {
      case let id as SectionID: id.storage
      case let text as String: Storage(.text(text))
      default: Storage(.other(value))
      }
  }

  private var value: any Hashable & Sendable {
    switch storage.content {
    case .text(let text): text
    case .other(let value): value
    }
  }

  /// The value, if it has the given type.
  public func value<Value>(as type: Value.Type = Value.self) -> Value? {
    value as? Value
  }

  /// Returns whether two identifiers denote the same section.
  public static func == (first: SectionID, second: SectionID) -> Bool {
    if first.storage === second.storage { return true }
    guard first.storage.hash == second.storage.hash else { return false }
    switch (first.storage.content, second.storage.content) {
    case (.text(let first), .text(let second)): return first == second
    default: return first.erased == second.erased
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.hash)
  }

  private var erased: AnyHashable {
    let value: any Hashable = value
    return AnyHashable(value)
  }
}

extension SectionID: ExpressibleByStringLiteral {
  /// Creates an identifier from a string.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension SectionID: ExpressibleByIntegerLiteral {
  /// Creates an identifier from an integer.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension SectionID: CustomStringConvertible {
  /// The textual representation of the value.
  public var description: String { "\(value)" }
}
