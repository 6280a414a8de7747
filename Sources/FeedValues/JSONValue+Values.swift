package import Values

extension FeedTime {
  /// Reads an instant that needs no time zone from a number, alone or in a string, or from text; see
  /// `FeedTime.init(text:)`.
  package init?(_ value: JSONValue) {
    guard let time = value.withScalarText({ FeedTime(text: $0) }) else { return nil }
    self = time
  }
}

extension TimeReader {
  /// Reads a time from a number, alone or in a string, or from text; nil for anything else.
  package func time(_ value: JSONValue) -> FeedTime? { value.withScalarText { time($0) } }

  /// Reads a time from a number, alone or in a string, or from text; nil for anything else.
  package func time(_ value: FoundValue) -> FeedTime? { value.withScalarText { time($0) } }

  /// Reads a date from a string, with or without a time of day, but not a count since 1970; nil for
  /// anything else.
  package func date(_ value: JSONValue) -> FeedTime? {
    value.kind == .string ? value.withScalarText { date($0) } : nil
  }
}

extension DecimalNumber {
  /// Reads a number, alone or in a string; nil for anything else.
  package init?(_ value: JSONValue) {
    guard let number = value.withFound({ DecimalNumber($0) }) else { return nil }
    self = number
  }

  /// Reads a number, alone or in a string; nil for anything else.
  package init?(_ value: FoundValue) {
    guard let number = value.withScalarText({ DecimalNumber($0) }) else { return nil }
    self = number
  }
}

extension JSONValue {
  fileprivate func withScalarText<Result>(_ body: (Span<UInt8>) -> Result?) -> Result? {
    withFound { $0.withScalarText(body) }
  }
}

extension FoundValue {
  /// Calls the closure with the text of a string or a number; nil for any other value.
  fileprivate func withScalarText<Result>(_ body: (Span<UInt8>) -> Result?) -> Result? {
    switch kind {
    case .number, .string: withString { unsafe body($0.span) }
    case .object, .array, .boolean, .null: nil
    }
  }
}
