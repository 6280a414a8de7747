/// The identity of a section of a table: any hashable value.
///
/// ```swift
/// table.collapse(section: day)
/// if table.selectedSection?.value(as: Int.self) == today { open(today) }
/// ```
///
/// Values are equal where `AnyHashable` says so.
public struct SectionID: Hashable, Sendable {
  private let storage: Storage

  /// Texts, which are equal to nothing else, are compared without a look at their type.
  private enum Storage: Sendable {
    case text(String)
    case other(any Hashable & Sendable)
  }

  /// Creates an identifier of a value; one of an identifier is that identifier.
  public init(_ value: some Hashable & Sendable) {
    storage =
      switch value {
      case let id as SectionID: id.storage
      case let text as String: .text(text)
      default: .other(value)
      }
  }

  private var value: any Hashable & Sendable {
    switch storage {
    case .text(let text): text
    case .other(let value): value
    }
  }

  /// The value, where it is of a type; nil where it is of another one.
  public func value<Value>(as type: Value.Type = Value.self) -> Value? {
    value as? Value
  }

  /// Whether two identifiers are those of one section.
  public static func == (first: SectionID, second: SectionID) -> Bool {
    switch (first.storage, second.storage) {
    case (.text(let first), .text(let second)): first == second
    default: first.erased == second.erased
    }
  }

  /// Feeds the value into a hasher.
  public func hash(into hasher: inout Hasher) {
    erased.hash(into: &hasher)
  }

  private var erased: AnyHashable {
    let value: any Hashable = value
    return AnyHashable(value)
  }
}

extension SectionID: ExpressibleByStringLiteral {
  /// Creates an identifier of a text.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension SectionID: ExpressibleByIntegerLiteral {
  /// Creates an identifier of a number.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension SectionID: CustomStringConvertible {
  /// The value in words.
  public var description: String { "\(value)" }
}
