@testable import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Testing

private func decodedRows(_ text: String, _ decoder: inout FeedDecoder) -> [Row] {
  var list = RowList()
  for item in decoder.append(Array(text.utf8)) { list.apply(item) }
  return Array(list.rows)
}

private func changes(_ field: String, _ old: String, _ new: String) -> [String] {
  var decoder = FeedDecoder()
  let rows = [old, new].compactMap {
    decodedRows(#"[{"id":1,"\#(field)":"\#($0)"}]"#, &decoder).first
  }
  return decoder.volatileFields.changedFields(from: rows[0], to: rows[1]).map(\.description)
}

@Test func `the progress of a clock is not a change`() {
  for (field, old, new) in [
    ("AGE", "2d4h", "2d5h"), ("ELAPSED", "00:59", "01:00"), ("ELAPSED", "23:59:59", "1-00:00:00"),
    ("RunningFor", "3 years ago", "4 years ago"), ("Status", "Up 3 hours", "Up 4 hours"),
    ("Status", "Up Less than a second", "Up 1 second"),
    ("Status", "Up 59 minutes", "Up About an hour"),
    ("STATUS", "Up 2 minutes (healthy)", "Up 3 minutes (healthy)"),
    ("RESTARTS", "2 (3m ago)", "2 (4m ago)"), ("CREATED", "2 minutes ago", "3 minutes ago"),
    ("uptime", "1 day, 2 hours", "1 day, 3 hours"), ("uptime", "up 59 min", "up 1:00"),
  ] {
    #expect(changes(field, old, new) == [], "\(field): \(old), \(new)")
  }
}

@Test func `a change of text next to a clock is a change`() {
  for (field, old, new) in [
    ("Status", "Up 3 hours", "Exited (0) 1 second ago"),
    ("Status", "Exited (0) 1 second ago", "Exited (1) 1 second ago"),
    ("Status", "Up 3 hours (healthy)", "Up 3 hours (unhealthy)"),
    ("RESTARTS", "2 (3m ago)", "3 (1s ago)"), ("STATUS", "Running", "Error"),
    ("duration", "3m", "5m"), ("created", "2025-01-01 10:00:00", "2025-01-01 10:00:01"),
    ("AGE", "2d", "<unknown>"), ("AGE", "old", "older"),
  ] {
    #expect(changes(field, old, new) == [field], "\(field): \(old), \(new)")
  }
}

@Test func `a field whose readings change in nearly every row each time is a clock`() {
  var decoder = FeedDecoder()
  func snapshot(_ second: Int) -> [Row] {
    let rows = (0..<10).map {
      #"{"id":\#($0),"for":"\#(second + $0)s","took":"\#($0 == second ? 9 : 1)s"}"#
    }
    return decodedRows("[\(rows.joined(separator: ","))]", &decoder)
  }
  let first = snapshot(0)
  let second = snapshot(1)
  #expect(!decoder.volatileFields.isContentEqual(first[5], second[5]))
  let third = snapshot(2)
  #expect(decoder.volatileFields.learned == [FieldPath("for")])
  #expect(decoder.volatileFields.isContentEqual(second[5], third[5]))
  #expect(!decoder.volatileFields.isContentEqual(second[2], third[2]))
}

@Test func `two runs of docker ps differ only in their clocks`() throws {
  var decoder = FeedDecoder(.init(isPolled: true))
  let text = String(decoding: try FeedFixture.bytes("docker-ps.jsonl"), as: UTF8.self)
  func run(_ text: String) -> [Row] {
    var list = RowList()
    for item in decoder.append(Array(text.utf8)) + decoder.endRun() { list.apply(item) }
    return Array(list.rows)
  }
  let before = run(text)
  let after = run(
    text.replacing("Up 3 hours", with: "Up 4 hours").replacing("3 weeks ago", with: "4 weeks ago")
  )
  #expect(zip(before, after).allSatisfy { $0 != $1 })
  #expect(zip(before, after).allSatisfy { decoder.volatileFields.isContentEqual($0, $1) })
}
