@testable import FeedStore
import FeedFormats
import FeedSources
import FeedValues
import Testing
import Values

// One test for each row of what may be wrong with a feed, as far as its bytes go.

@Test func `a line that is not JSON in a feed of keyed rows is counted and kept`() {
  let feed = FeedFixture("{\"id\":1}\nnot json\n{\"id\":2}\n", of: .init())
  #expect(feed.ids == ["2", "1"])
  let bad = feed.decoder.malformedInput
  #expect(bad.count == 1 && bad.newest[0].line == 2 && bad.newest[0].offset == 10)
  #expect(bad.newest[0].reason == FeedText.Malformed.literal("null"))
}

@Test func `an incomplete value waits for its rest, and is counted at a definite end`() throws {
  let bytes = try FeedFixture.bytes("cut-off.jsonl")
  var decoder = FeedDecoder()
  _ = decoder.append(bytes)
  #expect(decoder.malformedInput.count == 0)
  var growing = decoder
  #expect(growing.append(Array("2}\n".utf8)).count == 1 && growing.malformedInput.count == 0)
  #expect(decoder.finish().isEmpty && decoder.malformedInput.count == 1)
}

@Test func `an incomplete last line does not affect the line before it`() {
  let feed = FeedFixture("{\"id\":1}\n{\"id\":\n{\"id\":2}\n", of: .init())
  #expect(feed.ids == ["2", "1"] && feed.decoder.malformedInput.newest.map(\.line) == [2])
}

@Test func `invalid UTF-8 and control characters are kept as data`() {
  let bytes =
    Array("[{\"id\":\"a\",\"v\":\"\\u0000\\u001b[2J ".utf8) + [0xFF, 0x9B] + Array("\"}]".utf8)
  let feed = FeedFixture(bytes)
  #expect(feed.values("v") == ["\0\u{1B}[2J \u{FFFD}\u{FFFD}"])
  let lines = FeedFixture([0x41, 0x1B, 0x00, 0xFF, 0x0A])
  #expect(lines.list.rows.first?.value.string == "A\u{1B}\0\u{FFFD}")
}

@Test func `values beyond the size limit are skipped to their end, in every format`() {
  let long = String(repeating: "x", count: 400)
  let feeds: [(FeedFormat, String, [String])] = [
    (.json, "[\"a\"]\n[\"\(long)\"]\n[\"b\"]\n", ["b"]),
    (.lines, "a\n\(long)\nb\n", ["1", "2"]),
    (.csv, "id,v\n1,a\n2,\(long)\n3,b\n", ["1", "3"]),
    (.tsv, "id\tv\n1\ta\n2\t\(long)\n3\tb\n", ["1", "3"]),
    (.table, "PID  CMD\n1    a\n2    \(long)\n3    b\n", ["1", "3"]),
    (.sse, "data: {\"id\":1}\n\ndata: \(long)\n\ndata: {\"id\":2}\n\n", ["2", "1"]),
  ]
  for (format, text, ids) in feeds {
    let options = FeedDecoder.Options(format: format, maximumValueLength: 100)
    for size in [1, 7, 64, 10_000] {
      var feed = FeedFixture([], options)
      feed.items = []
      feed.decoder = FeedDecoder(options)
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        feed.items += feed.decoder.append(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      feed.items += feed.decoder.finish()
      #expect(feed.ids.map { $0 == "[\"b\"]" ? "b" : $0 } == ids, "\(format) in pieces of \(size)")
      #expect(feed.decoder.malformedInput.count >= 1, "\(format) in pieces of \(size)")
    }
  }
}

@Test func `nesting beyond 512 levels is counted as malformed`() {
  func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
  #expect(FeedFixture(nested(512), of: .init()).decoder.malformedInput.count == 0)
  let feed = FeedFixture(nested(513) + "\n{\"id\":1}", of: .init())
  #expect(feed.decoder.malformedInput.count == 1 && feed.ids == ["1"])
}

@Test func `numbers are compared exactly as written`() {
  let text = #"[{"id":9007199254740993,"v":0.10}] [{"id":9007199254740992,"v":0.1}]"#
  let feed = FeedFixture(text, of: .init())
  guard case .snapshot(let old)? = feed.items.first, case .snapshot(let new)? = feed.items.last
  else {
    Issue.record("no snapshots")
    return
  }
  #expect(old.rows[0].id != new.rows[0].id)
  #expect(old.rows[0].value.member("v") != new.rows[0].value.member("v"))
}

@Test func `times at the limits of the range are parsed or rejected`() {
  for text in [
    "99999999999", "-99999999999", "9223372037", "99999999999999", "9223372036854775807",
    "-9223372036854775808", "99999999999999999999", "9999-12-31T23:59:59Z", "1e300",
  ] {
    _ = FeedTime(text: text)
    #expect(
      FeedFixture(#"{"at":\#(text.contains("T") ? "0" : text),"rows":[]}"#, of: .init()).kinds
        == "s"
    )
  }
  #expect(FeedTime(text: "9223372037")?.nanoseconds == 9_223_372_037_000_000_000)
  #expect(FeedTime(text: "1e22") == nil)
}

@Test func `an empty feed has no rows and no errors`() {
  for text in ["", "\n\n", " ", "\u{FEFF}", "\u{FEFF}\n"] {
    let feed = FeedFixture(text, of: .init())
    #expect(
      feed.items.isEmpty && feed.decoder.malformedInput.count == 0 && feed.decoder.format == nil
    )
  }
}

@Test func `a truncated file starts a new document in the same format`() {
  var decoder = FeedDecoder()
  _ = decoder.append(Array("id,v\n1,a\n2,b".utf8))
  _ = decoder.reachEnd(isWhole: true)
  decoder.restart()
  _ = decoder.append(Array("3,4\n5,6\n".utf8))
  guard case .snapshot(let snapshot)? = decoder.reachEnd(isWhole: true).first else {
    Issue.record("no snapshot")
    return
  }
  #expect(snapshot.rows.count == 1 && snapshot.rows[0].value.member("3")?.string == "5")
  #expect(decoder.format == .csv && decoder.byteCount == 20)
}

@Test func `a truncated record at the end of CSV is counted`() {
  let feed = FeedFixture("id,v\n1,a\n2,\"open\n", of: .init())
  #expect(feed.ids == ["1"])
  #expect(feed.decoder.malformedInput.newest.map(\.reason) == [FeedText.Malformed.recordCutOff])
}

@Test func `malformed values of text are told with the lines where they begin`() throws {
  let values = (1...20).map { number in
    number == 6
      ? #"{"type":"ERROR","object":{"kind":"Status","message":"gone","code":410}}"#
      : #"{"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"p\#(number)","uid":"u\#(number)"}}}"#
  }
  let lines = values.map { "\($0)\n" }
  let events = values.map { "data: \($0)\n\n" }
  for (format, text, line) in [
    (FeedFormat.json, lines.joined(), 6), (.log, lines.joined(), 6), (.sse, events.joined(), 11),
  ] {
    let feed = FeedFixture(text, of: .init(format: format))
    let malformed = try #require(feed.decoder.malformedInput.newest.first, "\(format)")
    #expect(malformed.line == line, "\(format)")
    if format != .json {
      let before = text.split(separator: "\n", omittingEmptySubsequences: false)[..<(line - 1)]
      #expect(malformed.offset == before.reduce(0) { $0 + $1.utf8.count + 1 }, "\(format)")
    }
  }
  let item = "<item><title>x</title></item>\n"
  let document = "<rss><channel>\n" + String(repeating: item, count: 200) + "</channel></rss>\n"
  let long = FeedFixture(document, of: .init(format: .rss, maximumValueLength: 1_000))
  #expect(long.decoder.malformedInput.newest.map(\.line) == [1])
}

@Test func `records with too few or too many cells are still rows`() {
  let feed = FeedFixture("id,v,w\n1\n2,a,b,c,\n", of: .init())
  #expect(feed.ids == ["1", "2"])
  #expect(feed.values("column 4") == [nil, "c"] && feed.values("v") == [nil, "a"])
}

@Test func `an unclosed quotation mark does not swallow the rest of the feed`() {
  let lines = (0..<1_000).map { "\($0),x\n" }.joined()
  let options = FeedDecoder.Options(format: .csv, maximumValueLength: 100)
  let feed = FeedFixture("id,v\na,\"open\n" + lines, of: options)
  #expect(feed.decoder.malformedInput.newest.map(\.reason) == [FeedText.Malformed.openQuote])
  #expect(feed.ids.last == "999" && feed.list.count > 950)
}
