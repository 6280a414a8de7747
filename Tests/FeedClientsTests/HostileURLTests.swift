import FeedSources
import FeedValues
import Foundation
import Testing

@testable import FeedClients

import Glibc

/// Parts of URLs that some client takes for something else than data.
private let parts = [
  "-x", "-\u{301}x", "\u{301}", "--help", "-oProxyCommand=id", "@/tmp/args", "@-", #"\! id"#,
  "\\copy t to '/tmp/x'",
  "|id", "`id`", "$(id)", "a;id", "a b", "' ; --", "\"", ") AS x; SELECT (1", "a\u{301}",
  "?\u{301}x",
  "\n\\! id", "a\r\n\\! id", "a\0\\! id", "\u{1B}]0;x\u{7}", "\u{85}", "a=b", "host=evil", "%1",
  "..", "",
]

/// URLs with a part in each place, by scheme.
private func urls(with part: String) -> [String] {
  let allowed = CharacterSet.alphanumerics
  let text = part.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  return [
    "http://\(text)/x", "http://u\(text):p@h/\(text)?q=\(text)", "http://\(text):p@h/x",
    "redis://\(text):p@h/0/s", "redis://u:\(text)@\(text)/0/s", "redis://h/\(text)",
    "redis://h/0/\(text)?group=\(text)&consumer=\(text)", "redis://h?pattern=\(text)",
    "redis://h/0/s?from=\(text)", "mqtt://\(text)/t", "mqtt://\(text)@h/t", "mqtt://h/\(text)",
    "kafka://\(text)/t", "kafka://h/\(text)", "kafka://h/t?from=\(text)", "kafka://h,\(text)/t",
    "nats://\(text)/s", "nats://\(text):\(text)@h/s", "nats://h/\(text)",
    "postgres://\(text)/d?query=select", "postgres://\(text):\(text)@h/d?query=select",
    "postgres://h/\(text)?query=select", "postgres://h/d?query=\(text)&listen=\(text)",
    "postgres://h/d?query=select%201\(text)&listen=a,\(text)",
    "postgres://h/d?query=select&\(text)=x", "postgres://h/d?query=select&user=\(text)",
    "postgres://h/d\(part)&options=x?query=select",
  ]
}

/// The options of the clients that listview gives, with whether a value follows.
private let options: [String: [String: Bool]] = [
  "curl": ["--disable": false, "--config": true],
  "redis-cli": [
    "-e": false, "--tls": false, "--json": false, "--raw": false, "-n": true, "-h": true,
    "-p": true, "--user": true,
  ],
  "mosquitto_sub": [
    "-c": false, "-d": false, "-t": true, "-q": true, "-F": true, "-k": true, "-V": true,
    "-x": true, "-i": true,
    "-h": true, "-p": true, "-u": true, "--capath": true,
  ],
  "kcat": [
    "-C": false, "-q": false, "-u": false, "-J": false, "-e": false, "-b": true, "-t": true,
    "-o": true, "-X": true,
  ],
  "nats": ["--raw": false, "--": false],
  "psql": [
    "-X": false, "-q": false, "-w": false, "-A": false, "-t": false, "--csv": false, "-v": true,
    "-d": true, "-c": true,
  ],
]

@Test(arguments: parts) func `a part of a URL is data for every client`(_ part: String) throws {
  var all: [String] = []
  for text in urls(with: part) {
    guard let url = FeedURL(text),
      let client = try? ClientSource.client(url, ClientOptions())
    else { continue }
    for run in [client.nextRun(), client.listeningRun()].compactMap(\.self) {
      let arguments = Array(run.arguments.dropFirst())
      all += arguments
      let program = run.arguments[0]
      let known = try #require(options[program])
      var rest = arguments[...]
      while let argument = rest.popFirst(), let takesValue = known[argument] {
        if argument == "--" { break }
        guard takesValue else { continue }
        let value = rest.popFirst() ?? ""
        switch argument {
        case "-c" where program == "psql":
          #expect(value.utf8.first != UInt8(ascii: "\\"), "\(text)")
        case "-d" where program == "psql":
          #expect(value.utf8.starts(with: "postgres://".utf8), "\(text)")
        case "-X": #expect(value == "auto.offset.reset=earliest", "\(text)")
        default: break
        }
      }
      // The command, subject or key and what follows; redis-cli takes no option behind the first.
      let isCommand =
        rest.isEmpty || program == "redis-cli"
        || rest.startIndex > 0 && arguments[rest.startIndex - 1] == "--"
      #expect(isCommand || program == "nats", "\(text): \(arguments)")
      if program == "psql", !run.input.isEmpty { try checkScript(run.input) }
    }
  }
  // Of some parts no URL is accepted; a client gets those of others as they are.
  guard !all.isEmpty else { return }
  let printed = try output(of: ["/bin/sh", "-c", #"printf '%s\0' "$@""#, "client"] + all)
    .split(separator: 0, omittingEmptySubsequences: false)
  #expect(printed.dropLast().map { String(decoding: $0, as: UTF8.self) } == all)
}

/// Checks that a script for psql consists of the commands of listview, and of quoted names.
private func checkScript(_ bytes: [UInt8]) throws {
  let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\n")
  for line in Set(lines.map(String.init)) {
    let known = ["\\echo listening", ":s", "\\set s 'DO $$BEGIN PERFORM pg_sleep(0.1);END$$;'"]
    guard !known.contains(line) else { continue }
    let name = try #require(
      line.wholeMatch(of: /LISTEN "((?:[^"]|"")*)";/.matchingSemantics(.unicodeScalar)),
      "\(line)"
    )
    #expect(!name.output.1.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}

private func output(of command: [String]) throws -> [UInt8] {
  let child = try ChildProcess(command, runs: CommandRuns())
  child.wait()
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = read(child.output, &bytes, bytes.count)
  return Array(bytes.prefix(max(count, 0)))
}

@Test(arguments: [
  "postgres://h/d?query=a%00;%5C!id", "redis://h/0/a%00b", "kafka://h/a%0A", "nats://h/a%1Bb",
  "mqtt://a%7F@h/t", "redis://:a%00@h/0/s", "postgres://h/d?listen=a%00,;%20%5C!id&query=select",
  "postgres://h/d?listen=a%0A%5C!id&query=select", "postgres://h/d?a%0D=x", "http://h%00/",
  "http://h/\u{1}",
])
func `control characters in a URL are refused`(_ text: String) {
  #expect(throws: FeedURLError(ClientText.controlCharacters)) { try FeedURL(parsing: text) }
}

@Test func `separators are found before combining characters`() throws {
  let url = try #require(FeedURL("postgres://u:p\u{301}@\u{301}h/d?\u{301}x=1&options=-c"))
  #expect(url.password == "p\u{301}" && url.path == "/d" && url.query.map(\.name).last == "options")
  #expect(!url.title.contains("p\u{301}") && !url.title.unicodeScalars.contains("?"))
  #expect(FeedURL.isURL("redis://\u{301}:s3cret@h"))
  #expect(throws: FeedURLError(ClientText.beginsWithHyphen)) {
    try FeedURL(parsing: "mqtt://-\u{301}x/t")
  }
  let psql = try PostgresClient(
    try #require(FeedURL("postgres://u@\u{301}h/d?query=select")),
    .init()
  )
  #expect(psql.nextRun().arguments.contains("postgres://u@\u{301}h/d"))
  #expect(FeedURL("http://h/a%+1b?x") != nil && FeedURL("redis://h/0/%+1")?.pathParts.last == "%+1")
}

@Test func `queries have lines, and a URL with one that begins with a backslash is SQL`() throws {
  let url = try #require(FeedURL("postgres://h/d?query=%5C!%20id%0A%5Ccopy"))
  let foreign = try PostgresClient(url, .init()).nextRun()
  #expect(foreign.arguments.contains("--csv"))
  #expect(
    foreign.arguments.last?.hasPrefix("BEGIN READ ONLY; SET LOCAL cursor_tuple_fraction = 1; DO E'")
      == true
  )
  #expect(foreign.arguments.last?.hasSuffix("; FETCH ALL FROM listview") == true)
  let own = try PostgresClient(url, .init(query: "\\! id")).nextRun()
  #expect(own.arguments.last == " \\! id")
  let selection = try PostgresClient(url, .init(query: "select 1 -- one;")).nextRun()
  #expect(
    selection.arguments.last
      == " SELECT row_to_json(listview) FROM (select 1 -- one\n) AS listview"
  )
}

@Test func `quotation marks of a query are doubled before combining characters, too`() throws {
  let text = "select '\u{301}', '\\'"
  let options = ClientOptions()
  var url = URLComponents()
  (url.scheme, url.host, url.path) = ("postgres", "h", "/d")
  url.queryItems = [URLQueryItem(name: "query", value: text)]
  let client = try PostgresClient(try #require(FeedURL(url.string ?? "")), options)
  var sql = try #require(client.nextRun().arguments.last)
  // Twice a constant: within the block, and the block itself.
  for _ in 0..<2 {
    let constant = try #require(sql.unicodeScalars.firstIndex(of: "'"))
    var scalars = sql.unicodeScalars[sql.unicodeScalars.index(after: constant)...]
    var value = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      if scalar == "'" || scalar == "\\" {
        guard scalars.first == scalar else { break }
        scalars.removeFirst()
      }
      value.append(scalar)
    }
    let after = String(Substring(scalars))
    #expect(after.hasPrefix("; "))
    sql = String(value)
    if sql.hasPrefix("SELECT") { break }
    // The name of the cursor is a constant as well.
    sql = sql.replacing("'listview'; ", with: "", maxReplacements: 1)
  }
  #expect(
    sql.unicodeScalars.elementsEqual(
      "SELECT row_to_json(listview) FROM (\(text)\n) AS listview".unicodeScalars
    )
  )
}

@Test(arguments: [
  "options=-c%20x", "service=x", "passfile=/x", "sslkeylogfile=/x", "sslpassword=x", "gsslib=x",
  "sslkey=%2Ftmp%2Fx:key", "%6Fptions=x", "client_encoding=SJIS", "replication=database", "x=",
])
func `a URL sets no parameter of libpq that names a program, a file or a setting`(
  _ parameter: String
) throws {
  let url = try #require(FeedURL("postgres://h/d?query=select&\(parameter)"))
  let name = try #require(url.query.last).name
  #expect(throws: FeedURLError(ClientText.parameter(name, "postgres://h/d"))) {
    try PostgresClient(url, .init())
  }
}

@Test(arguments: [
  "postgres://h/d?query=select&password=s3cret", "postgres://h/d?p%61ssword=s3%63ret&query=select",
  "postgres://u:s3cret@h/d?query=select", "nats://u:s3cret@h/s", "redis://u:s3cret@h/0/s",
  "http://u:s3cret@h/", "http://h/?token=s3cret",
])
func `a password is in no argument of a client`(_ text: String) throws {
  let url = try #require(FeedURL(text))
  let run = try ClientSource.client(url, .init()).nextRun()
  #expect(!run.arguments.contains { $0.contains("s3cret") })
  let secrets = Array(run.environment.values) + [String(decoding: run.input, as: UTF8.self)]
  #expect(secrets.contains { $0.contains("s3cret") })
  #expect(!url.title.contains("s3cret"))
}

@Test func `a client that cannot take a password says so`() throws {
  let url = try #require(FeedURL("kafka://u:s3cret@h/t"))
  #expect(throws: FeedURLError(ClientText.kafkaCredentials("kafka://h/t"))) {
    try KafkaClient(url)
  }
}

@Test func `an address with colons is put into brackets, and brokers are not`() throws {
  func broker(_ text: String) throws -> String? {
    let arguments = try KafkaClient(try #require(FeedURL(text))).nextRun().arguments
    return arguments.firstIndex(of: "-b").map { arguments[$0 + 1] }
  }
  #expect(try broker("kafka://[::1]/t") == "[::1]:9092")
  #expect(try broker("kafka://a:1,b:2/t") == "a:1,b:2")
  #expect(try broker("kafka:///t") == "localhost:9092")
  let nats = try NATSClient(try #require(FeedURL("nats://[::1]:7/s"))).nextRun()
  #expect(nats.environment["NATS_URL"] == "nats://[::1]:7")
}
