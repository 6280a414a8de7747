import FeedSources
import Testing
import Values

@testable import ListViewParts

/// The sentences about the changes from the first to the second of some lists.
private func sentences(_ old: String, _ new: String) -> [String] {
  var log = ChangeLog(calendar: .utc, format: .sentences)
  var decoder = FeedDecoder()
  let items = decoder.append(Array("\(old)\n\(new)\n".utf8)) + decoder.finish()
  _ = log.lines(for: Array(items.dropLast()), key: decoder.keyRule, at: .earliest)
  return log.lines(for: items.suffix(1), key: decoder.keyRule, at: .earliest)
}

@Test func `changes are sentences, and what has failed comes first`() {
  let old =
    #"[{"id":"a","n":1,"state":"running"},{"id":"b","n":2,"state":"done"},{"id":"c","n":3,"state":"queued"}]"#
  let new =
    #"[{"id":"b","n":7,"state":"done"},{"id":"a","n":4,"state":"failed"},{"id":"d","n":5,"state":"queued"}]"#
  let said = sentences(old, new)
  let failed = Speech.Text.changes(
    "a",
    [Speech.Text.change("", "running", "failed"), Speech.Text.change("n", "1", "4")]
  )
  #expect(failed == "a failed, was running; n 4, was 1.")
  #expect(said.first == failed)
  #expect(said.contains(Speech.Text.changes("b", [Speech.Text.change("n", "2", "7")])))
  #expect(said.contains(Speech.Text.gone("c")))
  #expect(said.contains { $0.hasPrefix("New: d, ") && $0.contains("queued") })
  #expect(!said.joined().contains("\u{1B}"))
}

@Test func `one sentence a second is said, with the number of the others`() {
  var speech = Speech()
  func say(after time: Int, isLast: Bool = false) -> String? {
    speech.take(at: start + .milliseconds(time), isLast: isLast)
  }
  speech.add(["too early"])
  #expect(speech.nextInstant == nil)
  speech.begin(rows: 3, of: "jobs")
  speech.begin(rows: 9, of: "jobs")
  var said = [say(after: 0)]
  speech.add(["one.", "two."])
  speech.add(["three."])
  said.append(say(after: 900))
  #expect(speech.nextInstant == start + .seconds(1))
  said += [say(after: 1_000), say(after: 9_000)]
  speech.add(["four."])
  said.append(say(after: 9_100))
  speech.add(["five."])
  said += [say(after: 9_200), say(after: 9_200, isLast: true)]
  #expect(
    said == [
      Speech.Text.rows(3, "jobs"), nil, Speech.Text.more("one.", 2), nil, "four.", nil, "five.",
    ]
  )
  #expect(speech.nextInstant == nil)
}
