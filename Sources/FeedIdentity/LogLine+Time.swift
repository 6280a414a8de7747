package import FeedValues
package import Values

/// The times of log entries, and of other objects.
extension LogLine {
  /// The time of an object, by the first member with a suitable name; nil if there is none.
  package static func time(of value: JSONValue) -> FeedTime? {
    first(of: value) { name, role, member in
      role == .time || KeyNames.isCreationName(name) ? FeedTime(member) : nil
    }
  }

  /// The first member with a suitable name that is a time; nil if there is none.
  static func timeName(of value: JSONValue, _ times: TimeReader) -> String? {
    first(of: value) { name, role, member in
      guard role == .time || KeyNames.isCreationName(name) else { return nil }
      return times.time(member).map { _ in name }
    }
  }
}
