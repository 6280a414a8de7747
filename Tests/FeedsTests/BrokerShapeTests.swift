@testable import FeedFormats
@testable import FeedStore
import FeedIdentity
import FeedSources
import FeedValues
import Testing
import Values

// Output of brokers' command lines, as they printed it.

private func options(_ path: String) -> FeedDecoder.Options { .init(rowsPath: RowsPath(path)) }

@Test func `entries of Redis streams arrive with their fields, and timeouts have no effect`() throws
{
  let feed = try FeedFixture("redis-xread.jsonl")
  #expect(feed.kinds == "uuuu" && feed.structures == [.redisStream, .scalar])
  #expect(feed.keyRule == "id" && feed.decoder.ignoredCount == 1)
  #expect(
    feed.list.rows.map(\.value.string) == [
      #"{"id":"1795258261371-0","stream":"refunds","fields":{"id":1}}"#,
      #"{"id":"1795258261370-0","stream":"payments","fields":{"id":3,"amount":12.50}}"#,
      #"{"id":"1795258260163-0","stream":"payments","fields":{"data":{"id":7,"x":[1]}}}"#,
      #"{"id":"1795258260159-0","stream":"payments","fields":{"id":1,"amount":500,"note":"a \"b\" é"}}"#,
    ]
  )
  #expect(feed.items.first?.time?.nanoseconds == 1_795_258_260_159_000_000)
}

@Test func `a range of a Redis stream is the whole list, in its order`() throws {
  for isPolled in [false, true] {
    let feed = try FeedFixture("redis-xrevrange.json", .init(isPolled: isPolled))
    #expect(feed.kinds == "s" && feed.structures == [.redisStream] && feed.keyRule == "id")
    #expect(feed.ids == ["1795258260163-0", "1795258260159-0"])
  }
  let read = try FeedFixture("redis-xread.jsonl", .init(isPolled: true))
  #expect(read.kinds == "s" && read.list.count == 4 && read.ids.first == "1795258260159-0")
}

@Test func `a path leads into the entries of a Redis stream`() throws {
  let fields = try FeedFixture("redis-xread.jsonl", options(".fields"))
  #expect(fields.keyRule == "id" && fields.values("amount") == ["12.50", nil, nil])
  // An entry that does not have it is a row as it is.
  let data = try FeedFixture("redis-xrevrange.json", options(".fields.data"))
  #expect(data.ids == ["7", "1795258260159-0"])
  let nowhere = try FeedFixture("redis-xrevrange.json", options(".nowhere"))
  #expect(nowhere.items.isEmpty && nowhere.decoder.malformedInput.count == 1)
}

@Test func `arrays and objects that only resemble those of Redis are left alone`() {
  for text in [
    #"[["1-0",["a"]]]"#, #"[["1-0",["a",1]]]"#, #"[["x-0",["a","b"]]]"#, #"[["1-0","a"]]"#,
    #"[["1-0",["a","b"]],["c"]]"#, #"[["1",["a","b"]]]"#,
  ] {
    #expect(FeedFixture(text, of: .init()).structures == [.array], "\(text)")
    let object = FeedFixture("{\"s\":\(text)}{\"id\":1}", of: .init())
    #expect(object.structures == [.object] && object.kinds == "uu", "\(text)")
  }
}

@Test
func `an MQTT message replaces the last one of its topic, and an empty one deletes it`()
  throws
{
  let feed = try FeedFixture("mosquitto.jsonl")
  #expect(feed.kinds == "uuudu" && feed.structures == [.mqttMessage] && feed.keyRule == "topic")
  #expect(feed.ids == ["jobs/4", "jobs/1"] && feed.values("payload.state") == [nil, "done"])
  #expect(feed.items.first?.time?.nanoseconds == 1_795_258_264_587_895_000)
  let run = try FeedFixture("mosquitto.jsonl", .init(isPolled: true))
  #expect(run.kinds == "s" && run.ids == ["jobs/1", "jobs/4"])
}

@Test func `a path unwraps the payload of a broker`() throws {
  let mqtt = try FeedFixture("mosquitto.jsonl", options(".payload"))
  #expect(mqtt.keyRule == "id" && mqtt.values("state") == [nil, nil, "done"])
  #expect(mqtt.decoder.ignoredCount == 1)
  let kafka = try FeedFixture("kafka.jsonl", options(".payload"))
  // Its payloads say nothing of whose they are.
  #expect(kafka.kinds == "uuud" && kafka.keyRule == KeyRule.arrival.description)
  #expect(kafka.values("state") == ["shipped", nil, "paid"])
}

@Test func `a Kafka message without payload deletes the row with its key, unwrapped or not`() {
  func message(_ key: String, _ payload: String) -> String {
    #"{"topic":"t","partition":0,"offset":0,"key":"\#(key)","payload":\#(payload)}"#
  }
  for (key, id) in [("7", "7"), ("x", "\\\"x\\\"")] {
    let text =
      message(key, #""{\"id\":\#(id),\"v\":1}""#)
      + message("y", #""{\"id\":\#(id.replacing(key, with: "8"))}""#)
      + message(key, "null")
    let feed = FeedFixture(text, of: options(".payload"))
    #expect(feed.kinds == "uud" && feed.ids == ["8"], "\(key)")
  }
}

@Test func `null is an empty list in a run, and has no effect in a stream`() {
  #expect(FeedFixture("null", of: .init(isPolled: true)).kinds == "s")
  let stream = FeedFixture(#"{"id":1}null{"id":2}"#, of: .init())
  #expect(stream.kinds == "uu" && stream.decoder.ignoredCount == 1)
  #expect(FeedFixture("[null,1]", of: .init()).list.count == 2)
}

@Test func `what a run cannot deliver is counted`() {
  let feed = FeedFixture(#"{"a":1}"#, of: .init(rowsPath: RowsPath(".b[]"), isPolled: true))
  #expect(feed.items.isEmpty)
  #expect(
    feed.decoder.malformedInput.newest.map(\.reason) == [FeedText.Malformed.nothing(at: ".b[]")]
  )
}
