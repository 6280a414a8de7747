/// How grave an entry of a log is.
public enum Level: Int, Hashable, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, critical, alert, emergency

  /// The level of a word, in any case: of syslog, log4j, pino, Python, Java, Go, .NET and glog.
  ///
  /// - Returns: nil for a word that names no level, and for a single letter.
  public init?(_ word: some StringProtocol) {
    guard 3...13 ~= word.utf8.count, let level = Self.words[word.lowercased()] else { return nil }
    self = level
  }

  /// The level of a word, or of the single letter that glog, klog and Android write.
  public init?(wordOrLetter text: some StringProtocol) {
    if let level = Level(text) {
      self = level
      return
    }
    guard text.utf8.count == 1, let level = Self.letters[text.lowercased()] else { return nil }
    self = level
  }

  /// The level in a word: `debug`, `warn`.
  public var word: String {
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
      (.trace, "trace finest finer verbose silly"),
      (.debug, "debug fine config dbg"),
      (.info, "info information informational inf"),
      (.notice, "notice"),
      (.warning, "warn warning wrn"),
      (.error, "error err severe"),
      (.critical, "crit critical fatal dpanic ftl"),
      (.alert, "alert"),
      (.emergency, "emerg emergency panic"),
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

/// What the numbers of a field of levels mean, inferred from its name.
public enum LevelScale: Hashable, Sendable {
  /// pino and bunyan: 10 for trace to 60 for fatal; 0 to 7 are those of syslog.
  case common
  /// syslog: 0 for emerg to 7 for debug.
  case syslog
  /// Python's logging: 10 for debug to 50 for critical.
  case python
  /// OpenTelemetry: 1 for trace to 24 for fatal.
  case telemetry

  /// The scale of a field that holds levels; nil for a field with another name.
  ///
  /// - Parameter fieldName: The last name on the way to the field; case and separators do not count.
  public init?(fieldName: String) {
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

  /// The level of a value; nil if it is not one.
  public func level(of text: some StringProtocol) -> Level? {
    guard text.utf8.count <= 13 else { return nil }
    if let number = Int(text) { return level(of: number) }
    return Level(wordOrLetter: text)
  }

  private func level(of number: Int) -> Level? {
    switch (self, number) {
    case (.syslog, 0...7), (.common, 0...7):
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
