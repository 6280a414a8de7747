import Values

/// Finds time zones by name.
enum TimeZoneName {
  /// The calendar of a time zone: `local`, `utc`, an offset such as `+02:00`, or a name in the time zone
  /// database such as `Europe/Berlin`.
  ///
  /// - Parameters:
  ///   - name: The name; only those in the database are case-sensitive.
  ///   - environment: The environment variables; `TZ` determines the local zone, and `TZDIR` the location of
  ///     the database.
  /// - Returns: nil if there is no such zone.
  static func calendar(_ name: String, _ environment: [String: String]) -> Calendar? {
    if name.lowercased() == "local" { return local(environment) }
    return Calendar(fixedOffset: name) ?? named(name, environment)
  }

  /// The local time zone: that of `TZ`, otherwise the system's, otherwise UTC.
  ///
  /// Source: tzset(3).
  private static func local(_ environment: [String: String]) -> Calendar {
    guard let variable = environment["TZ"] else {
      return rules(at: "/etc/localtime").map { Calendar($0) } ?? .utc
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.hasPrefix("/") { return rules(at: name).map { Calendar($0) } ?? .utc }
    return named(name, environment) ?? ZoneRules(posix: name).map { Calendar($0) } ?? .utc
  }

  private static func named(_ name: String, _ environment: [String: String]) -> Calendar? {
    let isName = name.utf8.allSatisfy { byte in
      byte.isLetter || byte.isDigit
        || "/_+-".utf8.contains(byte)
    }
    guard isName, !name.isEmpty, !name.hasPrefix("/") else { return nil }
    let folder = environment["TZDIR"] ?? "/usr/share/zoneinfo"
    return rules(at: "\(folder)/\(name)").map { Calendar($0) }
  }

  /// Reads a file of the database; they are all smaller than 1 MiB.
  private static func rules(at path: String) -> ZoneRules? {
    (try? SystemFiles.read(path, upTo: 1 << 20)).flatMap { ZoneRules($0) }
  }
}
