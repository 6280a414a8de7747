import Testing

@testable import Values

@Test func `durations agree with Python's timedelta`() throws {
  for row in try Table.rows("spans.tsv") {
    #expect(DurationText.seconds(row[0])?.text == row[1], "\(row)")
  }
}

@Test(arguments: [
  "", "5", "12:", ":30", "1.2.3", "five minutes", "3 apples", "m", "PT", "P", "2026-11-22",
  "1:2:3:4",
  "Running", "up", "10.0.0.1", "1-2", "99999999999999999999999999 y 1", "-", "12:5x",
])
func `text that is not a duration is rejected`(text: String) {
  #expect(DurationText.seconds(text) == nil)
}

@Test func `durations in nanoseconds never overflow`() {
  #expect(DurationText.nanoseconds("1-02:03:04") == 93_784_000_000_000)
  #expect(DurationText.nanoseconds("Up 3 hours") == 10_800_000_000_000)
  #expect(DurationText.nanoseconds("5h50m") == 21_000_000_000_000)
  #expect(DurationText.nanoseconds("99999999999999999999 years") == nil)
  #expect(DurationText.nanoseconds("1e9 s") == nil)
}

@Test(arguments: [
  ("90k", "90000", "90000"), ("1.5Gi", "1610612736", "1610612736"),
  ("1.5G", "1610612736", "1500000000"),
  ("40m", "0.04", "0.04"), ("12%", "12", "12"), ("1,024", "1024", "1024"),
  ("512 KiB", "524288", "524288"),
  ("3 MB/s", "3000000", "3000000"), ("44M", "46137344", "44000000"), ("7B", "7", "7"),
  ("1.25", "1.25", "1.25"), ("-2Ki", "-2048", "-2048"), ("0", "0", "0"),
  ("128MiB", "134217728", "134217728"),
  ("10kbps", "10000", "10000"),
  ("1Qi", "1267650600228229401496703205376", "1267650600228229401496703205376"),
])
func `quantities are scaled by their units`(text: String, size: String, count: String) throws {
  let quantity = try #require(Quantity(text))
  #expect(quantity.size.text == size)
  #expect(quantity.count.text == count)
}

@Test(arguments: [
  "", "k", "5 apples", "1,2", "1.2.3", "v1.2", "3h", "49ms", "10:30", "--", "1,0000", "5mB",
])
func `text that is not a quantity is rejected`(text: String) {
  #expect(Quantity(text) == nil)
}

@Test func `levels are ordered as in syslog, whoever wrote them`() {
  let ascending = [
    "trace", "DEBUG", "Info", "notice", "WARNING", "err", "fatal", "alert", "emerg",
  ].map { Level($0)?.rawValue }
  #expect(ascending == (0..<9).map { $0 })
  #expect(Level("warn") == Level("WARNING") && Level("critical") == Level("FATAL"))
  #expect(Level("ok") == nil && Level("w") == nil && Level("wordy") == nil)
}

@Test(arguments: [
  ("level", "30", Level.info), ("level", "60", .critical),
  ("level", "warn", .warning),
  ("PRIORITY", "3", .error), ("PRIORITY", "7", .debug), ("levelno", "30", .warning),
  ("severity_number", "17", .error), ("log_level", "W", .warning),
  ("severity", "EMERGENCY", .emergency),
])
func `numeric levels are interpreted by the name of the field`(
  field: String,
  text: String,
  level: Level
) {
  #expect(LevelScale(fieldName: field)?.level(of: text) == level)
}

@Test func `numbers that programs number differently are no levels`() {
  for number in 0...9 {
    #expect(LevelScale(fieldName: "level")?.level(of: "\(number)") == nil, "\(number)")
  }
}

@Test func `a unit of time is recognised by its name`() {
  for (name, seconds) in [
    ("ns", 1e-9), ("ms", 1e-3), ("s", 1), ("mins", 60), ("h", 3_600), ("days", 86_400),
    ("y", 31_556_952),
  ] {
    let read = DurationText.seconds(ofUnit: name)
    #expect(read.map { abs($0 / seconds - 1) < 1e-12 } == true, "\(name)")
  }
  #expect(DurationText.seconds(ofUnit: "H") == nil && DurationText.seconds(ofUnit: "") == nil)
}

@Test func `a name ends in a unit of time only where that is a word of its own`() {
  for (name, unit) in [
    ("latency_ms", DurationUnit.milliseconds), ("durationUs", .microseconds),
    ("p99Ms", .milliseconds), ("elapsedNanos", .nanoseconds), ("uptimeSeconds", .seconds),
  ] {
    #expect(DurationUnit(fieldName: name) == unit, "\(name)")
  }
  for name in ["vCPUs", "VCPUs", "numVMs", "RPMs", "DNs", "status", "us", "GPUs"] {
    #expect(DurationUnit(fieldName: name) == nil, "\(name)")
  }
}
