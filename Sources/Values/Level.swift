/// The severity of a log entry.
package enum Level: Int, Hashable, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, critical, alert, emergency

  /// The level named by a word, in any case: of syslog, log4j, pino, Python, Java, Go, .NET and glog.
  ///
  /// - Returns: nil for an unknown word and for a single letter.
  package init?(_ word: some StringProtocol) {
    guard 3...13 ~= word.utf8.count, let level = Self.words[word.lowercased()] else { return nil }
    self = level
  }

  /// The level named by a word, or by the single letter of glog, klog and Android.
  package init?(wordOrLetter text: some StringProtocol) {
    if let level = Level(text) {
      self = level
      return
    }
    guard text.utf8.count == 1, let level = Self.letters[text.lowercased()] else { return nil }
    self = level
  }

  /// The name of the level: `debug`, `warn`.
  package var word: String {
    switch self {
    case .trace: "trace"
    case .debug: "debug"
    case .info: "info"
    case .notice: "notice"
    case .warning: "warn"
    case .error: "error"
    case .critical: "fatal"
    case .alert: "alert"
    case .emergency: "emerg"
    }
  }

  private static let words: [String: Level] = {
    let lists: [(Level, String)] = [
      (.trace, "trace trac trc trce finest finer verbose silly"),
      (.debug, "debug debu fine config dbg dbug"),
      (.info, "info information informational inf"),
      (.notice, "notice noti note"),
      (.warning, "warn warning wrn"),
      (.error, "error erro err eror severe fail fault"),
      (.critical, "crit critical fatal fata dpanic ftl"),
      (.alert, "alert"),
      (.emergency, "emerg emergency panic pani"),
    ]
    var words: [String: Level] = [:]
    for (level, list) in lists {
      for word in list.split(separator: " ") { words[String(word)] = level }
    }
    return words
  }()

  private static let letters: [String: Level] = [
    "v": .trace, "t": .trace, "d": .debug, "i": .info, "n": .notice, "w": .warning, "e": .error,
    "c": .critical, "f": .critical,
  ]
}

/// The meaning of numeric levels, inferred from the name of their field.
package enum LevelScale: Hashable, Sendable {
  /// pino and bunyan: 10 (trace) to 60 (fatal). Programs disagree about smaller numbers: 3 is an error in syslog's scale and
  /// a warning in others, so that they are none.
  case common
  /// syslog: 0 (emerg) to 7 (debug).
  case syslog
  /// Python's logging: 10 (debug) to 50 (critical).
  case python
  /// OpenTelemetry: 1 (trace) to 24 (fatal).
  case telemetry

  /// The scale of a field of levels; nil for a field with another name.
  ///
  /// - Parameter fieldName: The last component of the field's path; case and separators are ignored.
  package init?(fieldName: String) {
    let name = fieldName.lowercased().filter { $0.isLetter || $0.isNumber }
    switch name {
    case "level", "lvl", "loglevel", "levelname", "severity", "severitytext", "logseverity":
      self = .common
    case "priority", "syslogseverity", "severitycode", "syslogpriority", "prio": self = .syslog
    case "levelno": self = .python
    case "severitynumber": self = .telemetry
    default: return nil
    }
  }

  /// The level of a value; nil if it is not a level.
  package func level(of text: some StringProtocol) -> Level? {
    guard text.utf8.count <= 13 else { return nil }
    if let number = Int(text) { return level(of: number) }
    return Level(wordOrLetter: text)
  }

  private func level(of number: Int) -> Level? {
    switch (self, number) {
    case (.syslog, 0...7):
      [.emergency, .alert, .critical, .error, .warning, .notice, .info, .debug][number]
    case (.python, 1...9), (.telemetry, 1...4), (.common, 10..<20): .trace
    case (.python, 10..<20), (.telemetry, 5...8), (.common, 20..<30): .debug
    case (.python, 20..<30), (.telemetry, 9...12), (.common, 30..<40): .info
    case (.python, 30..<40), (.telemetry, 13...16), (.common, 40..<50): .warning
    case (.python, 40..<50), (.telemetry, 17...20), (.common, 50..<60): .error
    case (.python, 50...59), (.telemetry, 21...24), (.common, 60..<70): .critical
    default: nil
    }
  }
}
