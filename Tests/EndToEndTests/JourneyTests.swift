@testable import FeedIdentity
import FeedValues
import Foundation
import TerminalTestSupport
import Testing

@testable import ListViewParts
@testable import listview

// Questions of users, with the keys that the screen and the help propose: each scene is a journey from the first
// screen to the answer. Numbers are worked out beside the data.

/// Payments, one every half minute; every fourth has failed.
private let payments = (0..<40).map { number in
  let status = number % 4 == 0 ? "failed" : "succeeded"
  return
    #"{"id":"pay_\#(number)","created":\#(1_790_000_000 + number * 30),"amount":\#(100 + number),"#
    + #""currency":"usd","status":"\#(status)","customer":{"name":"Ada \#(number)"}}"# + "\n"
}.joined()

/// A log of ten minutes from 09:56 on, an entry every ten seconds; every twelfth is an error with a trace.
private let log = (0..<60).map { number -> String in
  let minute = 56 + number / 6
  let clock = String(format: "%02d:%02d:%02d", 9 + minute / 60, minute % 60, number % 6 * 10)
  guard number % 12 == 7 else {
    return "2026-11-28 \(clock),000 INFO app.db: request \(number) took 12 ms\n"
  }
  return """
    2026-11-28 \(clock),000 ERROR app.db: request \(number) failed
    Traceback (most recent call last):
      File "/srv/app/db.py", line \(number), in handle
    TimeoutError: upstream took 30 s

    """
}.joined()

/// Jobs at eleven moments, a minute apart; one is done, one comes and one goes.
private let jobs = (0...10).map { minute -> String in
  var rows = [#"{"id":"a","state":"\#(minute < 8 ? "running" : "done")"}"#]
  if minute < 7 { rows.append(#"{"id":"gone","state":"running"}"#) }
  rows.append(#"{"id":"b","state":"running"}"#)
  if minute > 8 { rows.append(#"{"id":"new","state":"queued"}"#) }
  return #"{"at":\#(1_790_000_000 + minute * 60),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
}.joined()

/// Pods, one of which restarts.
private let pods = (1...3).map { step -> String in
  func pod(_ name: String, _ restarts: Int, _ state: String) -> String {
    #"{"kind":"Pod","metadata":{"name":"\#(name)","namespace":"shop","uid":"0b5f-\#(name)"},"#
      + #""spec":{"containers":[{"name":"c"}]},"status":{"phase":"Running","containerStatuses":"#
      + #"[{"name":"c","ready":\#(state == "running"),"restartCount":\#(restarts),"#
      + #""state":{"\#(state)":\#(state == "running" ? "{}" : #"{"reason":"CrashLoopBackOff"}"#)}}]}}"#
  }
  let items = [
    pod("web-1", 0, "running"), pod("cart-7", step, step > 1 ? "waiting" : "running"),
    pod("api-2", 0, "running"),
  ]
  return #"{"kind":"List","items":[\#(items.joined(separator: ","))]}"# + "\n"
}.joined()

/// A table of forty columns.
private let wide =
  (["id"] + (1..<40).map { "field\($0)" }).joined(separator: ",") + "\n"
  + (0..<30).map { row in
    (["r\(row)"] + (1..<40).map { "\(row * $0 % 17)" }).joined(separator: ",") + "\n"
  }.joined()

/// A long table, whose largest amount is in the row 1,234.
private let long =
  "id,name,amount\n"
  + (0..<3_000).map { "\($0),user\($0),\($0 == 1_234 ? 99_999 : $0 * 7 % 9_973)\n" }.joined()

/// A file in the folder for temporary ones, which no other test writes.
private func path(_ name: String) -> String {
  FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)").path()
}

private let exported = path("failed.csv")

private let journeys = [
  KeyScene(
    name: "the failed payments of the last five minutes",
    feed: payments,
    begins: .line(0, "40 rows"),
    steps: [
      // Those after 870 s: 32 and 36.
      typing("&status=failed created>-5m\r", .line(0, "2 of 40 rows") && .shows("Ada 36")),
      typing("\u{1B}", .line(0, "40 rows") && .hides("of 40 rows")),
    ]
  ),
  KeyScene(
    name: "now against five minutes ago",
    feed: jobs,
    arguments: ["--from", "live"],
    begins: .shows("new"),
    steps: [
      typing(":goto -5m\r", .shows("gone") && .hides("queued")),
      typing("C", .shows("vs ")),
      // Until now one came, one went, and one was done.
      typing("F", .line(0, "+1 −1 ~1") && .shows("running → done")),
      typing("C", .hides("vs ")),
    ]
  ),
  KeyScene(
    name: "the pods that restart, and why",
    feed: pods,
    arguments: ["--from", "live"],
    begins: .shows("CrashLoopBackOff") && .line(1, "RESTARTS"),
    steps: [
      typing("sRESTARTS\r", .begins(2, "   cart-7") || .begins(2, " ~ cart-7")),
      typing("j", .selected("cart-7", 2)),
      typing("\rG", .shows("restartCount  2 → 3")),
    ]
  ),
  KeyScene(
    name: "how many of each status, and which they are",
    feed: payments,
    begins: .line(0, "40 rows"),
    steps: [
      typing("#STATUS\r", .shows("75.0") && .shows("25.0")),
      typing("/failed\r", .nothing),
      typing("\r", .line(0, "10 of 40 rows")),
      typing("\u{1B}", .shows("75.0")),
    ]
  ),
  KeyScene(
    name: "an id is copied",
    feed: payments,
    begins: .line(0, "40 rows"),
    steps: [typing("j", .selected("18:33:10", 2) || .shows("▌")), typing("y", .copied("pay_39"))]
  ),
  KeyScene(
    name: "a line of a log is copied, and errors are shown with their traces",
    feed: log,
    begins: .line(0, "60 rows"),
    steps: [
      typing("E", .shows("▌ 10:05:10") || .shows("▌")),
      typing(
        "y",
        .copied(
          """
          2026-11-28 10:05:10,000 ERROR app.db: request 55 failed
          Traceback (most recent call last):
            File "/srv/app/db.py", line 55, in handle
          TimeoutError: upstream took 30 s
          """
        )
      ),
      typing("\r", .shows("File \"/srv/app/db.py\", line 55, in handle")),
    ]
  ),
  KeyScene(
    name: "the log from ten o'clock to five past",
    feed: log,
    begins: .line(0, "60 rows"),
    steps: [
      // Five minutes of six entries.
      typing("&time>=10:00 time<10:05\r", .line(0, "30 of 60 rows"))
    ]
  ),
  KeyScene(
    name: "the rows of a filter in a file",
    feed: payments,
    begins: .line(0, "40 rows"),
    steps: [
      typing("&status=failed\r", .line(0, "10 of 40 rows")),
      typing(
        ":w \(exported)\r",
        .init("has the rows in the file") { _, _ in
          let lines = (try? String(contentsOfFile: exported, encoding: .utf8))?.split(
            separator: "\n"
          )
          return lines?.count == 11 && lines?[0].contains("currency") == true
            && lines?[1].contains("136,usd") == true
        }
      ),
    ]
  ),
  KeyScene(
    name: "one of forty columns",
    feed: wide,
    begins: .shows("FIELD1"),
    steps: [
      typing("cfield33", .shows("FIELD33")), typing(" \r", .line(1, "FIELD33")),
    ]
  ),
  KeyScene(
    name: "find and sort in a long table",
    feed: long,
    begins: .line(0, "3,000 rows"),
    steps: [
      typing("/user2345\r", .shows("▌  2345")), typing("\u{1B}\u{1B}", .hides("▌")),
      typing("sAMOUNT\r", .begins(2, "   1234  user1234")),
    ]
  ),
  KeyScene(
    name: "another theme, kept",
    feed: payments,
    begins: .line(0, "40 rows"),
    steps: [typing(":theme nord\r", .shows(NoticeText.themeKept("nord", "/")))]
  ),
  KeyScene(
    name: "another key",
    feed: payments,
    begins: .line(0, "40 rows"),
    steps: [
      typing("K", .shows("created  ")),
      typing("created\r", .line(-1, KeyPicker.Text.chosen(.fields([FieldPath("created")])))),
    ]
  ),
]

extension KeyScene.Check {
  fileprivate static func || (left: Self, right: Self) -> Self {
    Self("\(left) or \(right)") { left.holds($0, $1) || right.holds($0, $1) }
  }
}

@Test(arguments: journeys)
func `a journey ends where it should`(journey: KeyScene) throws { try journey.play() }
