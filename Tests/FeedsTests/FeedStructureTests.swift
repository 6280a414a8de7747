@testable import FeedFormats
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing
import Values

// One test for each structure that feeds are known to have.

@Test func `a Stripe list is a snapshot of its data`() throws {
  let feed = try FeedFixture("stripe-list.json")
  #expect(feed.kinds == "s" && feed.structures == [.stripeList])
  #expect(feed.ids == ["evt_1Pgc76", "evt_1Pgc75"] && feed.keyRule == "id")
}

@Test func `Stripe's events arrive one by one, and are not taken for their objects`() throws {
  let feed = try FeedFixture("stripe-events.jsonl")
  #expect(feed.kinds == "uu" && feed.keyRule == "id")
  #expect(feed.values("data.object.id").count == 2)
}

@Test func `a Kubernetes list is a snapshot of its items`() throws {
  let feed = try FeedFixture("kubectl-list.json")
  #expect(feed.kinds == "s" && feed.structures == [.kubernetesList])
  #expect(feed.ids == ["0b1f", "0b20"] && feed.keyRule == "metadata.uid")
}

@Test func `Kubernetes watch events upsert, delete, have no effect, or report errors`() throws {
  let feed = try FeedFixture("kubectl-watch-events.json")
  #expect(feed.kinds == "uuud" && feed.keyRule == "metadata.uid")
  #expect(feed.ids == ["u0"] && feed.values("status.phase") == ["Running"])
  #expect(feed.decoder.ignoredCount == 1 && feed.decoder.malformedInput.count == 1)
  let error = try #require(feed.decoder.malformedInput.newest.first)
  #expect(error.reason == FeedText.Malformed.watchError("too old resource version: 1 (12746)"))
  #expect(error.line == 6)
}

@Test func `a Kubernetes watch without events is concatenated objects`() throws {
  let feed = try FeedFixture("kubectl-watch.json")
  #expect(feed.kinds == "uuu" && feed.ids == ["u1", "u0"])
  #expect(feed.values("status.phase") == ["Running", "Running"])
}

@Test func `the lines of one run of docker ps are one snapshot`() throws {
  let feed = try FeedFixture("docker-ps.jsonl", .init(isPolled: true))
  #expect(feed.kinds == "s" && feed.keyRule == "ID")
  #expect(feed.ids == ["4ac3bba8abd6", "9f02d1c7be11"])
}

@Test func `docker events are identified by their arrival, not by their container`() throws {
  let feed = try FeedFixture("docker-events.jsonl")
  #expect(feed.kinds == "uu" && feed.list.count == 2 && feed.keyRule == KeyRule.arrival.description)
  #expect(feed.items.first?.time?.nanoseconds == 1_693_168_508_190_136_885)
  #expect(feed.decoder.keyInference?.reason == FeedText.Key.dockerEvent)
}

@Test func `runs of GitHub Actions are identified by databaseId, or else by what is unique`()
  throws
{
  let feed = try FeedFixture("gh-runs.json")
  #expect(feed.kinds == "s" && feed.keyRule == "databaseId" && feed.ids.first == "19994699255")
  #expect(try FeedFixture("gh-runs-without-key.json").keyRule == "createdAt")
}

@Test func `journal entries are identified by their cursor, and byte arrays become text`() throws {
  let feed = try FeedFixture("journal.jsonl")
  #expect(feed.keyRule == "__CURSOR" && feed.structures == [.journalEntry])
  #expect(feed.values("MESSAGE") == ["\u{1B}[31mred\né", "GET /health 200 OK"])
  #expect(feed.values("_PID") == ["2254", "2254"])
}

@Test func `a Kafka message without payload deletes its key, and JSON payloads are unwrapped`()
  throws
{
  let feed = try FeedFixture("kafka.jsonl")
  #expect(feed.kinds == "uuud" && feed.ids == ["o-1"] && feed.keyRule == "key")
  #expect(feed.values("payload.state") == ["shipped"])
  #expect(feed.values("payload.amount") == ["12.50"])  // exactly as written
}

@Test func `Kafka messages without keys are identified by topic, partition and offset`() throws {
  let feed = try FeedFixture("kafka-without-key.jsonl")
  #expect(feed.kinds == "uuu" && feed.keyRule == "topic,partition,offset")
  #expect(feed.ids == ["t/0/1", "t/1/0", "t/0/0"])
}

@Test func `a single object contains the rows in its only array of objects`() throws {
  for isPolled in [false, true] {
    let feed = try FeedFixture("findmnt.json", .init(isPolled: isPolled))
    #expect(feed.kinds == "s" && feed.structures == [.document])
    // A mount below another stands behind it.
    #expect(feed.ids == ["/", "/proc", "/boot"] && feed.keyRule == "target")
    #expect(feed.list.rows.allSatisfy { $0.value.member("children") == nil })
  }
}

@Test func `block devices follow the ones that contain them, and occur once`() throws {
  let feed = try FeedFixture("lsblk.json", .init(isPolled: true))
  #expect(feed.kinds == "s" && feed.keyRule == "name")
  #expect(feed.ids == ["sda", "sda1", "md0", "sdb"])
  #expect(feed.values("size") == ["1T", "1T", "1T", "1T"])
  // Values to which a path leads are taken as they are.
  let path = try FeedFixture("lsblk.json", .init(rowsPath: RowsPath(".blockdevices[]")))
  #expect(path.ids == ["sda", "sdb"])
  #expect(path.list.rows.allSatisfy { $0.value.member("children") != nil })
}

@Test func `the addresses of a network interface stay inside it`() throws {
  let feed = try FeedFixture("ip-addr.json", .init(isPolled: true))
  #expect(feed.kinds == "s" && feed.keyRule == "ifindex" && feed.ids == ["1", "2"])
  #expect(feed.values("ifname") == ["lo", "eth0"])
  #expect(feed.list.rows.map { $0.value.member("addr_info")?.elements.count } == [2, 1])
}

@Test func `of several arrays, the one with a typical name for lists contains the rows`() {
  for name in ["data", "items", "results", "rows", "entries", "nodes", "value"] {
    let text = #"{"errors":[{"e":1}],"warnings":[{"w":1}],"\#(name)":[{"id":1}]}"#
    let feed = FeedFixture(text, of: .init())
    #expect(feed.kinds == "s" && feed.ids == ["1"], "\(name)")
  }
  #expect(FeedFixture(#"{"items":[]}"#, of: .init()).kinds == "s")
  #expect(FeedFixture(#"{"a":[{"b":1}],"c":[{"d":1}]}"#, of: .init()).kinds == "u")
}

@Test func `a structure is recognised by names at the very end`() {
  for text in [
    #"{"op":"delete","id":"a","at":1}"#, #"{"id":"a","at":1,"op":"delete"}"#,
    #"{"at":1,"op":"delete","id":"a"}"#,
  ] {
    #expect(FeedFixture(#"[{"id":"a"}]"# + text, of: .init()).list.count == 0, "\(text)")
  }
  #expect(FeedFixture(#"{"items":[{"id":1}],"kind":"List"}"#, of: .init()).ids == ["1"])
  #expect(FeedFixture(#"{"data":[{"id":1}],"object":"list"}"#, of: .init()).ids == ["1"])
  #expect(FeedFixture(#"{"object":{"id":1},"type":"ADDED"}"#, of: .init()).ids == ["1"])
}

@Test func `the first of many objects is not a document`() {
  let text = #"{"id":1,"tags":[{"a":1}]}{"id":2,"tags":[{"a":1}]}"#
  let feed = FeedFixture(text, of: .init())
  #expect(feed.kinds == "uu" && feed.ids == ["2", "1"])
}

@Test func `a stream that pauses delivers its first object, and a file its document`() {
  let bytes = Array(#"{"total":1,"items":[{"id":"a"}]}"#.utf8)
  var stream = FeedDecoder()
  #expect(stream.append(bytes).isEmpty)
  let rest = stream.reachEnd(isWhole: false)
  #expect(
    rest.count == 1 && rest.first.map { if case .upsert = $0 { true } else { false } } == true
  )
  var file = FeedDecoder()
  #expect(file.append(bytes).isEmpty)
  guard case .snapshot(let snapshot)? = file.reachEnd(isWhole: true).first else {
    Issue.record("no snapshot")
    return
  }
  #expect(snapshot.rows.map(\.id.description) == ["a"])
  #expect(file.finish().isEmpty)
}

@Test func `a path to the rows overrides the structure`() {
  func feed(_ path: String, _ text: String, isPolled: Bool = false) -> FeedFixture {
    FeedFixture(text, of: .init(rowsPath: RowsPath(path), isPolled: isPolled))
  }
  let text = #"{"a":{"items":[{"id":1},{"id":2}]},"data":[{"id":3}]}"#
  for path in [".a.items[]", "a.items[]"] {
    #expect(feed(path, text).ids == ["1", "2"] && feed(path, text).kinds == "s")
    #expect(feed(path, text, isPolled: true).ids == ["1", "2"])
  }
  // Without [], what is there is read as if it had arrived itself.
  #expect(feed(".a.items", text).ids == ["1", "2"])
  #expect(feed(".payload", #"{"payload":{"id":"x"}}{"payload":{"id":"y"}}"#).ids == ["y", "x"])
  #expect(feed(".[]", #"[{"id":1}]"#).ids == ["1"])
  #expect(feed(".[].rows[]", #"[{"rows":[{"id":1}]},{"rows":[{"id":2}]}]"#).ids == ["1", "2"])
  let missing = feed(".b[]", text)
  #expect(
    missing.kinds.isEmpty
      && missing.decoder.malformedInput.newest.map(\.reason) == [
        FeedText.Malformed.nothing(at: ".b[]")
      ]
  )
  for path in ["", "..a", ".a[0]", ".a[", ".a.[]"] { #expect(RowsPath(path) == nil, "\(path)") }
  #expect(RowsPath("items[]")?.description == ".items[]" && RowsPath(".[]")?.description == ".[]")
}

@Test func `each run of a polled command is one snapshot`() {
  var decoder = FeedDecoder(.init(isPolled: true))
  func run(_ text: String) -> [[String]] {
    let items = decoder.append(Array(text.utf8)) + decoder.endRun()
    return items.map { item in
      guard case .snapshot(let snapshot) = item else { return ["no snapshot"] }
      return snapshot.rows.map(\.id.description)
    }
  }
  #expect(run("{\"id\":1}\n{\"id\":2}\n") == [["1", "2"]])
  #expect(run("{\"id\":2}\n{\"id\":3}") == [["2", "3"]])
  #expect(run("") == [[]])  // nothing runs any more
  #expect(run("{oops\n") == [])  // the last good list stays
  #expect(run("[{\"id\":4}]") == [["4"]])
  #expect(decoder.append(Array("{\"id\":5}".utf8)).isEmpty)
  decoder.abandonRun()
  #expect(run("{\"id\":6}") == [["6"]])
  #expect(decoder.keyRule?.description == "id" && decoder.malformedInput.count == 1)
}

@Test func `a given key takes precedence`() {
  let feed = FeedFixture(
    #"[{"id":1,"a":{"b":"x"}},{"id":2,"a":{"b":"y"}}]"#,
    of: .init(key: .fields([FieldPath("a.b"), FieldPath("id")]))
  )
  #expect(feed.ids == ["x/1", "y/2"])
  #expect(feed.decoder.keyInference?.reason == FeedText.Key.given)
}

@Test func `the reasons for a key name the rejected candidates`() {
  let text = #"[{"id":1,"name":"a","n":1},{"id":1,"name":"b","n":1},{"name":"c","n":2}]"#
  let inference = FeedFixture(text, of: .init()).decoder.keyInference
  #expect(inference?.rule == .fields([FieldPath("name")]))
  #expect(inference?.rejections == [FeedText.Key.rejected("id", FeedText.Key.missing(1, of: 3))])
  #expect(inference?.reason == FeedText.Key.wellKnown + FeedText.Key.unique(3))
  let content = FeedFixture(#"[{"a":1},{"a":1}]"#, of: .init())
  #expect(content.decoder.keyInference?.rule == .content && content.list.count == 2)
  #expect(FeedFixture(#"[{"id":"","k":1},{"id":"b","k":2}]"#, of: .init()).keyRule == "k")
}

@Test func `webhooks without a key of their own are identified by their arrival`() {
  let text = #"{"event":"push","payload":{"id":1}}"# + "\n"
  let feed = FeedFixture(text + text, of: .init())
  #expect(feed.ids == ["2", "1"])
}

@Test func `a plain line between the lines of a log is a message`() throws {
  let feed = try FeedFixture("log-with-plain-lines.jsonl")
  #expect(feed.list.count == 5 && feed.keyRule == KeyRule.arrival.description)
  #expect(
    feed.values("msg").reversed().contains("2025-05-31 14:11:16 panic: 12 workers gone")
      && feed.values("msg").contains("12 goroutines left")
  )
  #expect(feed.decoder.malformedInput.newest.map(\.line) == [5])
}

@Test func `a log that starts with a plain line is still a log`() throws {
  let feed = try FeedFixture("banner.log")
  #expect(feed.decoder.format == .json && feed.decoder.malformedInput.count == 0)
  #expect(feed.values("msg") == ["Listening on :8080", "started", "[main] 3 workers"])
}

@Test func `a pending line is not held back until the next one`() {
  var decoder = FeedDecoder()
  #expect(decoder.append(Array("listening\n".utf8)).isEmpty)
  #expect(decoder.reachEnd(isWhole: false).count == 1 && decoder.format == .lines)
  let next = decoder.append(Array("{\"id\":1}\n".utf8)) + decoder.reachEnd(isWhole: false)
  #expect(next.count == 1)
  #expect(decoder.keyRule?.description == "id")
}

@Test func `rows are the same wherever the bytes of a feed are split`() throws {
  let names = try FileManager.default.contentsOfDirectory(
    atPath: URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/feeds").path()
  ).sorted()
  #expect(names.count > 20)
  for name in names {
    let bytes = try FeedFixture.bytes(name)
    for isPolled in [false, true] {
      let whole = FeedFixture(bytes, .init(isPolled: isPolled))
      for cut in 0...bytes.count {
        let halves = FeedFixture(bytes, .init(isPolled: isPolled), cutAt: cut)
        #expect(whole.items == halves.items, "\(name) at \(cut)")
        #expect(
          whole.decoder.malformedInput.count == halves.decoder.malformedInput.count,
          "\(name) at \(cut)"
        )
        #expect(whole.decoder.format == halves.decoder.format, "\(name) at \(cut)")
      }
    }
  }
}

@Test(arguments: [
  (#"{"at":"2026-11-22 10:00:00","rows":[]}"#, "2026-11-22T09:00:00Z"),
  (#"{"at":"2026-11-22T10:00:00Z","op":"upsert","row":{"id":1}}"#, "2026-11-22T10:00:00Z"),
  (#"{"at":"22/Nov/2026:10:00:00","op":"delete","id":1}"#, "2026-11-22T09:00:00Z"),
  (#"{"at":1795341600,"rows":[]}"#, "2026-11-22T10:00:00Z"),
])
func `a time without a zone is in the user's time zone`(text: String, expected: String) {
  var options = FeedDecoder.Options()
  options.calendar = Values.Calendar { _ in 3_600 }
  let feed = FeedFixture(text + "\n", of: options)
  #expect(feed.items.first?.time == FeedTime(text: expected))
}

@Test func `a change that the feed states updates its row, however different the content is`() {
  var decoder = FeedDecoder()
  var list = RowList()
  let text = """
    {"at":1,"op":"upsert","row":{"id":2,"k":"k1","v":7,"c":"jpy"}}
    {"at":1,"op":"upsert","row":{"id":3,"k":"k4","v":-35819,"c":"usd"}}
    {"at":2,"op":"upsert","row":{"id":3,"k":"k0","v":68032,"c":"eur"}}

    """
  for item in decoder.append(Array(text.utf8)) { list.apply(item) }
  #expect(list.rows.map { $0.value[FieldPath("k")]?.string } == ["k0", "k1"])
  for item in decoder.append(Array(#"{"at":3,"op":"delete","id":3}"#.utf8)) + decoder.finish() {
    list.apply(item)
  }
  #expect(list.rows.map { $0.value[FieldPath("k")]?.string } == ["k1"])
}
