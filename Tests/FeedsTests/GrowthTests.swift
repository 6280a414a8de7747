import Foundation
import TestSupport
import Testing
import Values

@testable import FeedIdentity
@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

/// Rows of a feed, as many as the size.
private func rows(
  _ head: String = "",
  _ separator: String = "\n",
  _ end: String = "\n",
  _ row: @escaping @Sendable (Int) -> String
) -> @Sendable (Int) -> String {
  { size in head + (0..<size).lazy.map(row).joined(separator: separator) + end }
}

private func list(_ row: @escaping @Sendable (Int) -> String) -> @Sendable (Int) -> String {
  rows("[", ",", "]\n", row)
}

private func repeated(
  _ text: String,
  _ head: String = "",
  _ end: String = "\n"
) -> @Sendable (Int) -> String {
  { head + String(repeating: text, count: $0) + end }
}

private func pod(_ number: Int) -> String {
  #"{"metadata":{"uid":"u\#(number)","name":"pod-\#(number)"},"status":{"phase":"Running"}}"#
}

/// Texts of each form that a feed has.
private let forms: [(name: String, text: @Sendable (Int) -> String)] = [
  // Objects that arrive one by one.
  ("objects", rows { #"{"id":\#($0),"state":"open","n":1.5}"# }),
  ("objects without a key", rows { #"{"a":\#($0 % 7),"b":"x\#($0)"}"# }),
  ("log entries", rows { #"{"time":"2026-01-01T10:00:00Z","level":"info","message":"m \#($0)"}"# }),
  ("updates of one row", rows { #"{"id":1,"n":\#($0)}"# }),
  ("updates of many rows", rows { #"{"id":\#($0 % 1_000),"n":\#($0)}"# }),
  ("scalars", rows { "\($0)" }),
  ("strings", rows { "\"text \($0)\"" }),
  ("tuples", rows { "[\($0),\"a\",2.5]" }),
  ("members of one object", rows("{", ",", "}\n") { #""name \#($0)":\#($0)"# }),
  ("members of the same name", rows("{", ",", "}\n") { #""a":\#($0)"# }),
  ("members with escapes", rows("{", ",", "}\n") { #""a\u00e9 \#($0)":"\n\#($0)""# }),
  ("objects in an object", rows("{", ",", "}\n") { #""a \#($0)":{"b":{"c":\#($0)}}"# }),
  ("a long string", repeated("text ", "{\"id\":1,\"t\":\"", "\"}\n")),
  ("a long string with escapes", repeated("\\n\\u00e9\\\"", "{\"id\":1,\"t\":\"", "\"}\n")),
  ("a long number", repeated("1234567890", "{\"id\":1,\"t\":1", "}\n")),
  ("white space", repeated(" \n\t ", "{\"id\":1", "}\n")),
  ("white space between values", repeated(" \n\t ", "{\"id\":1}", "{\"id\":2}\n")),
  ("JSON in strings", rows { #"{"id":\#($0),"payload":"{\"a\":[1,\#($0)]}"}"# }),
  // Lists.
  ("a list", list { #"{"id":\#($0),"state":"open","owner":{"name":"n\#($0 % 9)"}}"# }),
  ("a list without a key", list { #"{"a":\#($0 % 5),"b":\#($0 % 3)}"# }),
  ("a list of the same row", list { _ in #"{"a":1,"b":"x"}"# }),
  ("a list of the same key", list { #"{"id":1,"b":\#($0)}"# }),
  ("a list of keys with two parts", list { #"{"a":\#($0 / 50),"b":\#($0 % 50),"c":1}"# }),
  ("a list of numbers", list { "\($0)" }),
  ("a list of strings", list { "\"s\($0)\"" }),
  ("a list of lists", list { "[\($0),\"a\",\($0 % 3)]" }),
  (
    "a list of lists with names",
    rows("[[\"id\",\"name\",\"n\"],", ",", "]\n") { "[\($0),\"a\",1]" }
  ),
  ("a list of different objects", list { #"{"k\#($0)":\#($0)}"# }),
  (
    "lists",
    rows { n in "[" + (0..<10).map { #"{"id":\#($0),"n":\#(n)}"# }.joined(separator: ",") + "]" }
  ),
  (
    "lists with times",
    rows { n in #"{"at":\#(n),"rows":[{"id":1,"age":\#(n)},{"id":2,"age":\#(n)}]}"# }
  ),
  ("empty lists", rows { _ in "[]" }),
  ("pages", list { "[{\"id\":\($0)}]" }),
  // Documents.
  ("a document", rows("{\"items\":[", ",", "],\"total\":1}\n") { #"{"id":\#($0),"n":1}"# }),
  (
    "a document with columns", rows(#"{"columns":["id","b"],"rows":["#, ",", "]}\n") { "[\($0),2]" }
  ),
  ("a document of many lists", rows("{\"a\":{", ",", "}}\n") { #""l\#($0)":[{"id":\#($0)}]"# }),
  (
    "a document of matrices",
    rows("{\"results\":[", ",", "]}\n") {
      #"{"name":"s\#($0)","columns":["t","v"],"values":[[1,2],[3,4]]}"#
    }
  ),
  ("a map", rows("{", ",", "}\n") { #""k\#($0)":{"state":"up","n":\#($0)}"# }),
  (
    "a map further in",
    rows("{\"version\":1,\"services\":{", ",", "}}\n") {
      #""k\#($0)":{"state":"up","n":\#($0)}"#
    }
  ),
  (
    "a tree",
    rows("{\"devices\":[", ",", "]}\n") {
      #"{"name":"d\#($0)","children":[{"name":"p\#($0)","size":1}]}"#
    }
  ),
  ("edges", rows(#"{"data":{"q":{"edges":["#, ",", "]}}}\n") { #"{"node":{"id":\#($0)}}"# }),
  ("a list of Stripe", rows(#"{"object":"list","data":["#, ",", "]}\n") { #"{"id":"c\#($0)"}"# }),
  ("a list of Kubernetes", rows(#"{"kind":"PodList","items":["#, ",", "]}\n") { pod($0) }),
  ("watch events", rows { #"{"type":"ADDED","object":\#(pod($0))}"# }),
  (
    "MQTT messages",
    rows {
      #"{"tst":"2026-01-01T10:00:00Z","topic":"t/\#($0 % 99)","qos":0,"payloadlen":2,"payload":"\#($0)"}"#
    }
  ),
  (
    "Kafka messages",
    rows {
      #"{"topic":"t","partition":0,"offset":\#($0),"ts":1700000000000,"key":"k\#($0 % 99)","payload":"{\"a\":1}"}"#
    }
  ),
  ("entries of Redis", list { #"["\#($0)-0",["a","1","b","{\"c\":2}"]]"# }),
  ("a reply of Redis", rows("{\"s\":[", ",", "]}\n") { #"["\#($0)-0",["a","1"]]"# }),
  ("an entry of Redis with many fields", rows("[[\"1-0\",[", ",", "]]]\n") { "\"f\($0)\",\"1\"" }),
  ("journal entries", rows { #"{"__CURSOR":"c\#($0)","PRIORITY":"6","MESSAGE":[104,105]}"# }),
  (
    "a journal entry of bytes",
    rows("{\"__CURSOR\":\"c\",\"MESSAGE\":[", ",", "]}\n") { "\($0 % 200)" }
  ),
  (
    "docker events",
    rows { #"{"Type":"container","Action":"start","timeNano":17000000000000\#($0),"id":"a"}"# }
  ),
  ("recorded rows", rows { #"{"at":\#($0),"key":["id"],"op":"upsert","row":{"id":\#($0)}}"# }),
  ("recorded deletions", rows { #"{"at":\#($0),"op":"delete","id":\#($0)}"# }),
  (
    "recorded parts",
    { size in
      rows { #"{"at":1,"op":"part","ids":[\#($0)],"rows":[{"a":\#($0)}]}"# }(size)
        + #"{"at":1,"parts":\#(size),"ids":["x"],"rows":[{"a":"x"}]}"# + "\n"
    }
  ),
  // Malformed input.
  ("values that are cut off", rows { #"{"id":\#($0),"a":"# }),
  ("brackets", repeated("[")),
  ("braces on lines", repeated("{\n")),
  ("a value that never ends", repeated("{\"a\":1},\n", "[", "")),
  ("bytes that are no text", repeated("\u{1}\u{fffd}{\"")),
  ("lines among objects", rows { $0 % 2 == 0 ? #"{"time":1700000000,"msg":"a"}"# : "panic \($0)" }),
  // Delimited.
  ("CSV", rows("id,name,n\n") { "\($0),name \($0),1.5" }),
  ("CSV with quotes", rows("id,name,n\n") { "\($0),\"a, \"\"b\"\" \($0)\",1" }),
  ("CSV with lines in cells", rows("id,name,n\n") { "\($0),\"a\nb\nc\",1" }),
  ("CSV in one cell", repeated("line, of a cell\n", "id,name\n1,\"", "\"\n")),
  ("CSV with a quote that never ends", rows("id,name,n\n1,\"a,2\n") { "\($0),b,c" }),
  ("CSV with quotes that never end", rows("id,name,n\n") { "\($0),\"a,2" }),
  (
    "CSV with many columns",
    { size in
      rows("", ",") { "column \($0)" }(size) + rows("", ",") { "\($0)" }(size)
    }
  ),
  (
    "CSV with columns of the same name",
    { size in
      rows("", ",") { _ in "a" }(size) + rows("", ",") { "\($0)" }(size)
    }
  ),
  ("CSV without a key", rows("a,b\n") { "\($0 % 5),\($0 % 3)" }),
  ("TSV", rows("id\tname\tn\n") { "\($0)\tname\t1" }),
  ("pipes", rows("id|name|n\n") { "\($0)|name|1" }),
  ("records with colons", rows { "user\($0):x:\($0):100:User:/home/u\($0):/bin/sh" }),
  // Tables.
  ("a table", rows("NAME            READY   AGE\n") { "pod-\(100_000 + $0)      1/1     5d" }),
  (
    "a table with phrases",
    rows("NAME            STATUS          AGE\n") {
      "pod-\(100_000 + $0)      Up 3 hours      5d"
    }
  ),
  (
    "a table with many columns",
    { size in
      (0..<4).map { row in
        (0..<size).map { row == 0 ? "NAME\($0 + 100_000)" : "\($0 + 1_000_000_000)" }.joined(
          separator: "  "
        )
      }.joined(separator: "\n") + "\n"
    }
  ),
  (
    "a table with headers again",
    rows { n in
      n % 20 == 0 ? "  r  b   free   cache" : "  1  0 \(10_000 + n % 80_000)   12345"
    }
  ),
  (
    "a table with titles",
    rows { n in
      n % 5 == 0
        ? "\nInterface eth\(n)"
        : n % 5 == 1 ? "Name       Bytes   Errors" : "queue\(n % 9)      \(1_000 + n % 900)       0"
    }
  ),
  (
    "a table with bars",
    rows("+------+------+\n| id   | name |\n+------+------+\n") {
      "| \(1_000 + $0 % 9_000) | n    |"
    }
  ),
  ("a table of psql", rows("  id   | name\n-------+------\n") { " \(10_000 + $0 % 90_000) | n" }),
  (
    "a table of psql with lines in cells",
    rows("  id   | name\n-------+------\n") { n in
      n % 3 == 0 ? " \(10_000 + n % 90_000) | n   +" : n % 3 == 1 ? "       | m   +" : "       | o"
    }
  ),
  // Lines.
  ("lines", rows { "just some words \($0)" }),
  ("lines with colours", rows { "\u{1B}[31mred\u{1B}[0m and \u{1B}[1mbold \($0)\u{1B}[m" }),
  ("a line", repeated("word ")),
  ("a line with colours", repeated("\u{1B}[31ma\u{1B}[0mb")),
  ("a line of escapes", repeated("\u{1B}[")),
  ("blank lines", repeated("\n", "first\n", "last\n")),
  ("carriage returns", repeated("50%\r", "a\n")),
  // Logs.
  (
    "an access log",
    rows {
      #"10.0.0.\#($0 % 250) - - [01/Jan/2026:10:00:00 +0000] "GET /p/\#($0) HTTP/1.1" 200 512 "-" "curl/8""#
    }
  ),
  ("syslog", rows { "Jan  1 10:00:00 host app[\($0)]: message \($0)" }),
  (
    "a log of a library",
    rows { "2026-01-01 10:00:00,123 INFO  [main] com.example.App - message \($0)" }
  ),
  (
    "a log of unknown form",
    rows { "<\($0 % 9)> (worker-\($0 % 4)) [10:00:00] note: message \($0)" }
  ),
  ("logfmt", rows { "time=2026-01-01T10:00:00Z level=info msg=\"message \($0)\" n=\($0)" }),
  ("logfmt in one line", rows("level=info ", " ") { "k\($0)=\($0)" }),
  ("logfmt with the same name", rows("level=info ", " ") { "k=\($0)" }),
  (
    "a log in several forms",
    rows { n in
      n % 2 == 0 ? "Jan  1 10:00:00 host app[1]: m \(n)" : "level=info msg=\"m \(n)\" n=\(n)"
    }
  ),
  (
    "a log with stack traces",
    rows { n in
      n % 5 == 0
        ? "2026-01-01 10:00:00,123 ERROR [main] App - failed \(n)"
        : "\tat com.example.App.run(App.java:\(n))"
    }
  ),
  ("an audit record", rows("type=A msg=audit(1795946400.1:2): ", " ") { "k\($0)=\($0)" }),
  ("a listing", rows("total 8\n") { "-rw-r--r-- 1 root root \($0) Jan  1 10:00 file\($0)" }),
  (
    "a log with directives",
    rows("#separator \\x09\n#fields\tts\tuid\thost\n") { "\($0).5\tC\($0)\t10.0.0.1" }
  ),
  (
    "a log with many directives",
    { size in
      "#separator \\x09\n#fields" + rows("", "") { "\tf\($0)" }(size)
        + rows("", "\t") { "\($0)" }(size)
    }
  ),
  (
    "a log with directives again",
    rows("#Fields: date time status\n") { n in
      n % 2 == 0 ? "#Fields: date time status" : "2026-01-01 10:00:00 200"
    }
  ),
  // Settings and metrics.
  ("settings", rows { "net.ipv4.key\($0) = \($0)" }),
  ("settings in sections", rows { $0 % 5 == 0 ? "[section \($0)]" : "key\($0)=\"value\"" }),
  ("settings with colons", rows { "Label \($0): \($0) kB" }),
  ("counts", rows { "\($0)\t./folder/\($0)" }),
  ("metrics", rows("# TYPE m counter\n") { "m{a=\"\($0)\",b=\"x\"} \($0)" }),
  ("metrics of many types", rows { "# TYPE m\($0) gauge\nm\($0) 1" }),
  ("a metric with many labels", rows("# TYPE m gauge\nm{", ",", "} 1\n") { "l\($0)=\"x\"" }),
  // Events.
  ("server-sent events", rows { "id: \($0)\nevent: e\ndata: {\"id\":\($0)}\n" }),
  ("server-sent events of text", rows { "data: text \($0)\n" }),
  ("a server-sent event of many lines", rows("data: a\n\n", "\n", "\n\n") { "data: line \($0)" }),
  ("comments among events", rows("data: a\n\n", "\n", "\n\n") { _ in ": keep-alive" }),
  // YAML.
  ("a list of YAML", rows("---\n", "") { "- id: \($0)\n  name: n\($0)\n" }),
  ("a map of YAML", rows("---\n", "") { "k\($0):\n  state: up\n  n: \($0)\n" }),
  ("documents of YAML", rows("---\n", "") { "id: \($0)\nname: n\n---\n" }),
  ("anchors of YAML", rows("---\n", "") { "- &a\($0) {id: \($0)}\n- *a\($0)\n" }),
  ("merges of YAML", rows("---\nbase: &b {a: 1}\nlist:\n", "") { "- <<: *b\n  id: \($0)\n" }),
  ("a text of YAML", rows("---\na: |\n", "") { "  line \($0)\n" }),
  ("a flow of YAML", rows("---\na: [", ", ", "]\n") { "{id: \($0)}" }),
  ("directives of YAML", rows("%YAML 1.1\n", "") { _ in "# comment\n" }),
  // RSS and Atom.
  (
    "RSS",
    rows("<rss><channel><title>t</title>", "", "</channel></rss>\n") {
      "<item><guid>\($0)</guid><title>a &amp; b</title></item>\n"
    }
  ),
  (
    "Atom",
    rows(#"<feed xmlns="http://www.w3.org/2005/Atom">"#, "", "</feed>\n") {
      "<entry><id>\($0)</id><title>t</title><link href=\"http://x/\($0)\"/></entry>\n"
    }
  ),
  (
    "a text of RSS",
    repeated("a &lt; b &#65; ", "<rss><channel><item><title>", "</title></item></channel></rss>\n")
  ),
  (
    "comments of RSS",
    repeated("<!-- c -->\n", "<rss><channel>", "<item><guid>1</guid></item></channel></rss>\n")
  ),
]

/// The way in which a text arrives.
private enum Arrival: CaseIterable {
  case chunks, pieces, rests, runs
}

/// Decodes a text into a list.
private func decode(_ bytes: [UInt8], _ arrival: Arrival) {
  var decoder = FeedDecoder(.init(isPolled: arrival == .runs))
  var list = RowList()
  func take(_ items: [FeedItem]) { for item in items { list.apply(item) } }
  let length = arrival == .pieces ? 61 : 1 << 16
  var start = 0
  while start < bytes.count {
    let end = min(start + length, bytes.count)
    take(decoder.append(Array(bytes[start..<end])))
    start = end
    if arrival == .rests { take(decoder.reachEnd(isWhole: false)) }
  }
  take(arrival == .runs ? decoder.endRun() : decoder.finish())
}

private func decoding(
  _ arrival: Arrival,
  of form: (name: String, text: @Sendable (Int) -> String)
)
  -> Workload
{
  Workload("\(form.name) in \(arrival)") { size in
    let bytes = Array(form.text(size).utf8)
    return { decode(bytes, arrival) }
  }
}

private func value(_ text: String) -> JSONValue {
  var result: JSONValue?
  var reader = ValueReader()
  reader.append(Array(text.utf8)) { result = $0 }
  return result ?? JSONValue(ByteSlice(copying: "null".utf8))
}

private func row(_ text: String) -> Row {
  Row(id: RowID(key: ByteSlice(copying: "1".utf8)), value: value(text))
}

private func items(_ text: String) -> [FeedItem] {
  var decoder = FeedDecoder()
  return decoder.append(Array(text.utf8)) + decoder.finish()
}

private let members = rows("{", ",", "}\n") { #""k\#($0)":\#($0)"# }
private let otherMembers = rows("{", ",", "}\n") { #""k\#($0)":\#($0 + 1)"# }
private let reversedMembers: @Sendable (Int) -> String = { size in
  "{" + (0..<size).reversed().map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}\n"
}

/// Work on values, rows and lists.
private let others: [Workload] = [
  Workload("changes of members") { size in
    let (old, new) = (row(members(size)), row(otherMembers(size)))
    return { _ = Row.changes(from: old, to: new) }
  },
  Workload("changes of members that are not clocks") { size in
    let (old, new) = (row(members(size)), row(otherMembers(size)))
    let fields = VolatileFields()
    return {
      _ = fields.changes(from: old, to: new) + []; _ = fields.isContentEqual(old, new)
    }
  },
  Workload("members in another order") { size in
    let (old, new) = (value(members(size)), value(reversedMembers(size)))
    return { _ = old.hasSameContent(as: new) }
  },
  Workload("changes of members in another order") { size in
    let (old, new) = (row(otherMembers(size)), row(reversedMembers(size)))
    return { _ = Row.changes(from: old, to: new) }
  },
  Workload("the canonical text of members") { size in
    let value = value(reversedMembers(size))
    return { _ = value.canonicalText }
  },
  // Beyond, the table of the names exceeds the caches.
  Workload("values at many paths", maximum: 1 << 14) { size in
    let value = value(members(size))
    let paths = (0..<size).map { FieldPath(["k\($0)"]) }
    return { _ = value.values(at: paths) }
  },
  Workload("an object with many members, again and again") { size in
    let bytes = Array((members(size) + otherMembers(size) + members(size)).utf8)
    return { decode(bytes, .chunks) }
  },
  Workload("lists of one object with many members") { size in
    let texts = [members, otherMembers].map { $0(size).dropLast() }
    let bytes = Array("[\(texts[0])]\n[\(texts[1])]\n[\(texts[0])]\n".utf8)
    return { decode(bytes, .chunks) }
  },
  Workload("a recording") { size in
    let items = items(list { #"{"id":\#($0)}"# }(size) + rows { #"{"id":\#($0)}"# }(size))
    return {
      for item in items {
        item.recordedLines(at: .latest, key: nil, partLength: 4_096) { _ in }
      }
    }
  },
  Workload("a merge of single rows") { size in
    let items = items(rows { #"{"id":\#($0)}"# }(size))
    return {
      var merge = FeedMerge(names: ["a", "b"])
      for item in items { _ = merge.merge([item], from: 0) }
    }
  },
  Workload("a merge of lists") { size in
    let items = items(list { #"{"id":\#($0)}"# }(size))
    return {
      var merge = FeedMerge(names: ["a", "b"])
      for source in [0, 1, 0, 1] { _ = merge.merge(items, from: source) }
    }
  },
  Workload("a merge of rows that have the same key once they are merged") { size in
    let items = items(list { $0 % 2 == 0 ? #"{"id":\#($0 / 2)}"# : #"{"id":"\#($0 / 2)"}"# }(size))
    return {
      var merge = FeedMerge(names: ["a", "b"])
      for source in [0, 1] { _ = merge.merge(items, from: source) }
    }
  },
  Workload("names of feeds", maximum: 512) { size in
    let feeds = (0..<size).map { "/var/log/\($0 % 7)/app\($0 % 50).log" }
    return { _ = Set(feeds) }
  },
  Workload("a list that is inverted") { size in
    let (some, others) = ((0..<size).map(String.init), (0..<size).reversed().map(String.init))
    let text = [some, others].map { "[" + $0.map { "{\"id\":\($0)}" }.joined(separator: ",") + "]" }
    let bytes = Array((text[0] + "\n" + text[1] + "\n").utf8)
    return { decode(bytes, .chunks) }
  },
  Workload("a list under a limit") { size in
    let items = items(rows { #"{"id":\#($0)}"# }(size))
    return {
      var list = RowList(limit: RowLimit(rows: 100))
      for item in items { list.apply(item) }
    }
  },
  Workload("deletions from the front") { size in
    let items = items(
      list { #"{"id":\#($0)}"# }(size) + rows { #"{"at":1,"op":"delete","id":\#($0)}"# }(size)
    )
    return {
      var list = RowList()
      for item in items { list.apply(item) }
    }
  },
]

private func some<Element>(of all: [Element], from offset: Int) -> [Element] {
  stride(from: offset, to: all.count, by: 6).map { all[$0] }
}

private let workloads =
  forms.map { decoding(.chunks, of: $0) }
  + some(of: forms, from: 0).map { decoding(.pieces, of: $0) }
  + some(of: forms, from: 1).map { decoding(.runs, of: $0) }
  + some(of: forms, from: 2).map { decoding(.rests, of: $0) } + others

@Suite(.serialized)
struct GrowthTests {
  @Test(arguments: measured(workloads))
  func `four times as much takes at most six times as long`(work: Workload) {
    let growth = Growth(of: work, during: measuredDuration)
    #expect(growth.ratio <= Growth.limit, "\(work): \(growth)")
  }
}
