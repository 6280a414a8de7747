import FeedIdentity
import FeedValues

/// The text that listview itself writes around rows, recognised by the beginning of a value: such values may be longer
/// and nested deeper than rows, so that a row of the maximum size can be merged and recorded, and read again.
enum RowWrapping: CaseIterable {
  /// A line of a recording: rows, and their identities, which may be as long as they are.
  case recording
  /// A row of one of several sources, with the name of its source.
  case merged

  /// Recognises a value by its first bytes.
  init?(_ value: Slice<UnsafeBufferPointer<UInt8>>) {
    let found = Self.allCases.first { wrapping in
      wrapping.beginnings.contains { value.starts(with: $0.utf8) }
    }
    guard let found else { return nil }
    self = found
  }

  private var beginnings: [String] {
    switch self {
    case .recording: ["{\"at\":"]
    case .merged: MergedSource.fields.map { "{\"\($0)\":\"" }
    }
  }

  /// The maximum number of bytes of such a value, given that of a row.
  func maximumLength(ofRow length: Int) -> Int {
    let (result, overflow) =
      self == .recording
      ? length.multipliedReportingOverflow(by: 5) : length.addingReportingOverflow(1 << 16)
    return overflow ? .max : result
  }

  /// Whether a value that is longer or deeper than a row may be is nothing but rows in a wrapping.
  ///
  /// - Parameters:
  ///   - value: The value, which begins as this wrapping does.
  ///   - depth: Its depth.
  ///   - length: The maximum number of bytes of a row.
  /// - Returns: Whether it may be as long and as deep as it is.
  /// - Complexity: O(*n*) in the length of the text.
  func holds(_ value: JSONValue, depth: Int, ofRow length: Int) -> Bool {
    guard value.text.count <= maximumLength(ofRow: length) else { return false }
    switch self {
    case .recording: return value.member("rows")?.kind == .array || value.member("op") != nil
    case .merged: return depth <= JSONScanner.maximumDepth + 1
    }
  }
}
