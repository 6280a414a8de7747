@testable import Columns
import FeedValues
import Foundation
import Testing
import Values

@testable import ListViewParts

@Test func `a time of day consists of hours and minutes, and optionally seconds`() {
  for (text, seconds) in [
    ("12:03", 43_380), ("12:03:30", 43_410), ("0:00", 0), ("9:05", 32_700), ("23:59:59", 86_399),
  ] {
    #expect(TimeOfDay(text)?.seconds == seconds, "\(text)")
  }
  for text in [
    "", ":", "12", "12:3", "24:00", "12:60", "12:00:60", "1:2:3:4", "-1:00", "+1:00", "012:00",
    "１２:00", "12:03:",
  ] {
    #expect(TimeOfDay(text) == nil, "\(text)")
  }
}

/// The time zone as Foundation knows it.
private func calendar(_ zone: TimeZone) -> Values.Calendar {
  Values.Calendar { zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0))) }
}

@Test func `the newest instant of a time of day is the one found by scanning every minute`() throws
{
  // Around the days on which the clocks of these zones are put forward and back, or skip a day.
  let zones: [(name: String, around: Int)] = [
    ("UTC", 1_700_000_000), ("Europe/Berlin", 1_711_846_800), ("Europe/Berlin", 1_729_990_800),
    ("America/St_Johns", 1_710_048_600), ("Australia/Lord_Howe", 1_712_415_600),
    ("Pacific/Apia", 1_325_239_200), ("Asia/Kathmandu", 1_700_000_000),
  ]
  for (name, around) in zones {
    let zone = try #require(TimeZone(identifier: name))
    let calendar = calendar(zone)
    var foundation = Foundation.Calendar(identifier: .gregorian)
    foundation.timeZone = zone
    // The minutes of four days, and the time of day that each shows.
    let first = around / 60 * 60 - 3 * 86_400
    let shown = stride(from: first, to: around + 86_400, by: 60).map { second in
      let parts = foundation.dateComponents(
        [.hour, .minute],
        from: Date(timeIntervalSince1970: TimeInterval(second))
      )
      return (second, (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }
    for end in stride(from: around - 86_400, to: around + 86_400, by: 5_400 + 60) {
      for minute in stride(from: 0, to: 1_440, by: 75) {
        let text = "\(minute / 60):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
        let time = try #require(TimeOfDay(text))
        let newest = calendar.newest(
          time,
          notAfter: FeedTime(nanoseconds: Int64(end) * 1_000_000_000 + 999)
        )
        let expected = shown.last { $0.0 <= end && $0.1 == minute }?.0
        #expect(newest?.seconds == expected, "\(name) \(end) \(text)")
      }
    }
  }
}
