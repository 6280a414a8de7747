import Testing

@testable import Values

@Test func `zone offsets agree with Python's zoneinfo`() throws {
  let calendars = try Table.calendars()
  for row in try Table.rows("offsets.tsv") {
    let calendar = try #require(calendars[row[0]])
    #expect(calendar.offset(at: try #require(Int(row[1]))) == Int(row[2]), "\(row)")
  }
}

@Test func `local times map to the instants of Python's zoneinfo`() throws {
  let calendars = try Table.calendars()
  for row in try Table.rows("walls.tsv") {
    let reader = TimeReader(try #require(calendars[row[0]]))
    #expect(reader.time(row[1])?.seconds == Int(row[2]), "\(row)")
  }
}

@Test func `times are parsed in the forms that programs write`() throws {
  let calendars = try Table.calendars()
  for row in try Table.rows("times.tsv") {
    let reader = TimeReader(try #require(calendars[row[1]]))
    #expect(reader.time(row[0])?.nanoseconds == Int128(row[2]), "\(row)")
  }
}

@Test(arguments: [
  "", "soon", "12:30", "10:00:00", "May 5", "Nov 22", "2026-11", "2026-13-01", "2026-11-31",
  "2026-02-29", "2026-11-22T", "2026-11-22T25:00:00", "2026-11-22T10:60:00Z",
  "2026-11-22 10:00:00 +25:00",
  "2026-11-22 10:00:00 XYZ", "2026-11-22 10:00:00 apples", "2026.11.22", "22/11/2026",
  "Nov Nov 22 2026",
  "2026-11-22T10:00:00Zulu time", "12345-11-22", "monday", "march on", "1.2.3", "10-20-30", "nan",
  "22 Nov 2026 10:00:00 PM GMT PM", "2026-11-22 13:00:00 PM", "1e400", "253402300800000000000",
])
func `text that is not a time is rejected`(text: String) {
  let reader = TimeReader(.utc, present: FeedTime(seconds: 1_795_341_600))
  #expect(reader.time(text) == nil)
  #expect(reader.date(text) == nil)
}

@Test(arguments: [
  ("Nov 22 10:00:00", "2026-11-22T10:00:00Z"), ("Nov 23 09:00:00", "2026-11-23T09:00:00Z"),
  ("Nov 25 10:00:00", "2025-11-25T10:00:00Z"), ("Dec 31 23:59:59", "2025-12-31T23:59:59Z"),
  ("Jan  1 00:00:00", "2026-01-01T00:00:00Z"), ("Feb 29 12:00", "2024-02-29T12:00:00Z"),
  ("Mar  3 07:05:09.250", "2026-03-03T07:05:09.250Z"),
])
func `a missing year is inferred from the present`(text: String, expected: String) {
  let reader = TimeReader(.utc, present: FeedTime(text: "2026-11-22T12:00:00Z"))
  #expect(reader.time(text) == FeedTime(text: expected))
  #expect(TimeReader.utc.time(text) == nil)
}

@Test(arguments: [
  ("25. Mai 2023", "2023-05-25"), ("9. Mär 2024", "2024-03-09"), ("31. Dez 2022", "2022-12-31"),
  ("25 mai    2023", "2023-05-25"), ("2 févr.  2024", "2024-02-02"),
  ("14 août   2020", "2020-08-14"),
  ("6 déc. 2021", "2021-12-06"), ("3 ene 2022", "2022-01-03"), ("8 ott 2022", "2022-10-08"),
  ("7 mrt  2022", "2022-03-07"), ("5月  9  2026", "2026-05-09"), ("2026年11月26日", "2026-11-26"),
])
func `dates are parsed in the languages of other countries`(text: String, expected: String) {
  #expect(TimeReader.utc.time(text) == TimeReader.utc.time(expected))
  #expect(TimeReader.utc.time(text) != nil)
  let present = TimeReader(.utc, present: FeedTime(text: "2026-11-26T20:00:00Z"))
  let clock = text.split(separator: " ").dropLast().joined(separator: " ") + " 17:03"
  if text.contains(" 20") { #expect(present.time(clock) != nil, "\(clock)") }
}

@Test(arguments: [
  "13月 9 2026", "9月 31 2026", "5月 6月 2026", "2026年2027年5月1日", "mai", "5 mainz 2023",
  "25.. Mai 2023",
  "日本 5 2026", "Nov 22 10:00:00 é 2026", "22. Mai 10:00 \u{202E}2026", "5月 9 10:00:00 日本",
  "25. Mai", "été 5 2023", "Gen 8 2023", "Set 1 2024", "Out 1 2023",
])
func `text that resembles such a date is rejected`(text: String) {
  #expect(TimeReader.utc.time(text) == nil)
}

@Test func `parts of times in any order are read to their ends`() {
  let parts = [
    "Nov", "mai", "22", "10:00:00", "2026", "é", "月", "日", "年", "5", ".", " ", ":", "-", "+01:00",
    "(",
    "PM", "UTC", "Mon", "T", "Z", ",", "/", "\u{202E}", "at",
  ]
  // A linear congruential generator, for this module has no other.
  var state: UInt64 = 1
  func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
  for _ in 0..<20_000 {
    let text = (0...next(8)).map { _ in parts[next(parts.count)] }.joined()
    if let time = FeedTime(text: text) { #expect(FeedTime.bounds ~= time.seconds, "\(text)") }
  }
}

@Test func `zone names are the user's own, and those with a single meaning`() throws {
  let berlin = TimeReader(try #require(try Table.calendars()["Europe-Berlin"]))
  #expect(berlin.time("Sun Nov 22 10:00:00 CET 2026") == FeedTime(text: "2026-11-22T09:00:00Z"))
  #expect(berlin.time("Wed Jul 22 10:00:00 CEST 2026") == FeedTime(text: "2026-07-22T08:00:00Z"))
  // Elsewhere, what the name nearly always means.
  #expect(
    TimeReader.utc.time("Sun Nov 22 10:00:00 CET 2026") == FeedTime(text: "2026-11-22T09:00:00Z")
  )
  #expect(TimeReader.utc.time("Sun Nov 22 10:00:00 XYZT 2026") == nil)
  #expect(berlin.time("Sun, 22 Nov 2026 10:00:00 PST") == FeedTime(text: "2026-11-22T18:00:00Z"))
}

@Test func `times are valid up to the limits of their range`() throws {
  for nanoseconds in [Int64.min, .min + 1, -999_999_999, -1, 0, 1, .max - 1, .max] {
    let time = FeedTime(nanoseconds: nanoseconds)
    #expect(time.nanoseconds == Int128(nanoseconds))
    #expect(time == FeedTime(exactly: Int128(nanoseconds)))
    #expect(0..<1_000_000_000 ~= time.nanosecond)
  }
  let bounds = [FeedTime.earliest, .latest]
  for time in bounds + [FeedTime(nanoseconds: .min)] {
    for other in bounds {
      #expect(other.advanced(by: time.timeSince(other)) == time)
      #expect((time < other) == (time.timeSince(other) < .zero))
    }
    #expect(time.advanced(by: .seconds(Int64.max)) == .latest)
    #expect(time.advanced(by: .seconds(Int64.min)) == .earliest)
    for seconds in [Int.min, -93_601, 0, 93_601, .max] {
      let calendar = Calendar { _ in seconds }
      _ = calendar.parts(of: time)
      _ = calendar.seconds(ofLocal: seconds)
    }
  }
  #expect(FeedTime(exactly: .min) == nil && FeedTime(exactly: .max) == nil)
  #expect(FeedTime(seconds: .max) == nil && FeedTime(seconds: 0, nanosecond: 1_000_000_000) == nil)
  #expect(
    Calendar.utc.parts(of: .earliest).year == 0 && Calendar.utc.parts(of: .latest).year == 9_999
  )
}

@Test(arguments: ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z"])
func `times that stand for never are valid`(text: String) throws {
  let time = try #require(FeedTime(text: text))
  let parts = Calendar.utc.parts(of: time)
  #expect(text.hasPrefix(String(String(10_000 + parts.year).dropFirst())))
}

@Test(arguments: [
  ("utc", 0), ("Z", 0), ("+02:00", 7_200), ("-0530", -19_800), ("+5", 18_000), ("UTC+2", 7_200),
  ("GMT-03:30", -12_600), ("+14", 50_400),
])
func `a fixed zone is named by its offset`(text: String, offset: Int) {
  #expect(Calendar(fixedOffset: text)?.offset(at: 0) == offset)
}

@Test func `damaged zone files are refused`() throws {
  let file = try Table.zone("Europe-Berlin")
  #expect(ZoneRules(file) != nil)
  for count in stride(from: 0, to: file.count - 40, by: 7) {
    #expect(ZoneRules(Array(file[..<count])) == nil, "\(count)")
  }
  for offset in file.indices {
    var damaged = file
    damaged[offset] ^= 0xFF
    _ = ZoneRules(damaged)?.offset(at: 1_795_341_600)
  }
  for text in ["", "CET", "<+03>-3,M3", "CET-1CEST,M13.5.0,M10.5.0/3", "UTC99999999999999999999"] {
    #expect(ZoneRules(posix: text) == nil, "\(text)")
  }
  #expect(Calendar(fixedOffset: "+99") == nil && Calendar(fixedOffset: "Europe/Berlin") == nil)
  #expect(ZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3")?.offset(at: 1_784_000_000) == 7_200)
}

@Test(arguments: [
  ("2026-11-22", 24), ("2026-03-29", 23), ("2026-10-25", 25), ("Nov 22 2026", 24),
])
func `a date is the whole day in the zone`(text: String, hours: Int) throws {
  let berlin = TimeReader(try #require(try Table.calendars()["Europe-Berlin"]))
  let day = try #require(berlin.day(text))
  #expect(day.lowerBound == berlin.date(text))
  #expect(day.upperBound == day.lowerBound.advanced(by: .seconds(hours * 3_600)))
}

@Test(arguments: ["2026-11-22T10:00:00", "1795341600", "10:00", "soon", "", "9999-12-31"])
func `text that is not a date is not a day`(text: String) {
  #expect(TimeReader.utc.day(text) == nil)
}
