import Foundation
import TestSupport
import Testing
import Values

@testable import FeedFormats
@testable import FeedIdentity
@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

/// The fields of the rows of a feed, in the order in which they arrived.
private func fields(_ feed: FeedFixture) -> [[String: LogFixture.Text]] {
  feed.arrivals.map { value in
    var fields: [String: LogFixture.Text] = [:]
    value.forEachMember { name, member in
      if member.kind == .object {
        var object: [String: String] = [:]
        member.forEachMember { name, member in
          object[name] = member.string
          return true
        }
        fields[name] = .object(object)
      } else {
        fields[name] = .text(member.string)
      }
      return true
    }
    return fields
  }
}

extension FeedFixture {
  /// The values that arrived one by one, the first first.
  fileprivate var arrivals: [JSONValue] {
    items.flatMap { item -> [JSONValue] in
      switch item {
      case .upsert(let row, _), .append(let row, _), .insert(let row, _, _): [row.value]
      case .snapshot(let snapshot): snapshot.rows.map(\.value)
      case .delete: []
      }
    }
  }
}

@Test(arguments: LogFixture.names)
func `log lines are split into fields`(_ name: String) throws {
  let fixture = try LogFixture(name)
  let feed = FeedFixture(try LogFixture.bytes(name), .init(isPolled: true))
  #expect(feed.decoder.format == .log && feed.decoder.malformedInput.count == 0)
  let found = fields(feed)
  #expect(found.count == fixture.rows.count)
  for (row, expected) in zip(found, fixture.rows) {
    if let expected { #expect(row == expected) } else { #expect(row.keys.sorted() == ["message"]) }
  }
}

@Test(arguments: LogFixture.names)
func `the time of each log line is parsed`(_ name: String) throws {
  let reader = TimeReader(.utc, present: FeedTime(text: "2026-11-23T00:00:00Z"))
  let feed = FeedFixture(try LogFixture.bytes(name), .init(isPolled: true))
  for case .text(let time)? in fields(feed).map({ $0["time"] ?? $0["modified"] }) {
    #expect(reader.time(time) != nil, "\(time)")
  }
}

@Test(arguments: LogFixture.names)
func `a log is the same wherever it is split`(_ name: String) throws {
  let bytes = try LogFixture.bytes(name)
  let whole = FeedFixture(bytes, .init(isPolled: true))
  for size in [1, 61] {
    #expect(FeedFixture(bytes, inPiecesOf: size).items == whole.items, "in pieces of \(size)")
  }
}

@Test func `times and levels of other programs' lines are never misread`() throws {
  let samples = LogSample.all
  var told: (times: Int, levels: Int) = (0, 0)
  var report = ""
  for sample in samples {
    let row = fields(FeedFixture(sample.line + "\n", of: .init())).first ?? [:]
    if case .text(let time)? = row["time"] {
      let expected = (sample.time ?? "").trimmingCharacters(in: .whitespaces)
      let isSame = time == expected || time.hasPrefix(expected)
      #expect(isSame || sample.format == "glog_log", "\(time) in \(sample.line)")
      told.times += 1
    } else {
      report += "no time \(sample.format): \(sample.line.prefix(120))\n"
    }
    if case .text(let level)? = row["level"], let word = sample.level, Level(word) != nil {
      #expect(level == word, "\(sample.line)")
      told.levels += 1
    } else if let word = sample.level, Level(word) != nil {
      report += "no level \(sample.format): \(sample.line.prefix(120))\n"
    }
  }
  // lnav knows these by a rule for each program, and we by the parts that lines of logs have in common.
  #expect(samples.count > 140 && told.times * 100 >= samples.count * 75, "\(told)\n\(report)")
  #expect(told.levels >= 50, "\(told)\n\(report)")
}

@Test func `each entry of a log is a row, with the lines that continue it`() {
  let feed = FeedFixture(
    """
    2026-11-22 10:00:00,123 ERROR [main] app.Server: failed
    java.lang.IllegalStateException: closed
    \tat app.Server.run(Server.java:12)
    2026-11-22 10:00:00,123 ERROR [main] app.Server: failed
    {"level":"info","msg":"json"}

    """,
    of: .init()
  )
  #expect(feed.list.count == 3 && feed.keyRule == KeyRule.arrival.description)
  #expect(
    fields(feed).map { $0["message"] ?? $0["msg"] } == [
      .text(
        "failed\njava.lang.IllegalStateException: closed\n\tat app.Server.run(Server.java:12)"
      ),
      .text("failed"), .text("json"),
    ]
  )
}

@Test func `a log that starts with a banner is recognised after it`() {
  let banner = "Welcome to the server\nVersion 3\nno warranty\n\n"
  let log = (0..<20).map { "2026-11-22 10:00:\($0 + 10) INFO step \($0)\n" }.joined()
  var decoder = FeedDecoder()
  var items = decoder.append(Array(banner.utf8)) + decoder.reachEnd(isWhole: false)
  items += decoder.append(Array(log.utf8)) + decoder.reachEnd(isWhole: false)
  var list = RowList()
  for item in items { list.apply(item) }
  let levels = list.rows.compactMap { $0.value.member("level")?.string }
  #expect(list.count == 23 && levels.count == 20 && Set(levels) == ["INFO"])
}

@Test func `log formats are named by the library that writes them`() {
  let lines: [(line: String, format: LineForm)] = [
    ("level=info ts=2026-11-22T10:00:00Z caller=main.go:12 msg=\"it works\" took=3ms", .logfmt),
    ("I1122 10:00:00.123456    1234 server.go:12] Listening port=80", .glog),
    ("11-22 10:00:00.123  1234  5678 I ActivityManager: Start proc", .logcat),
    ("I, [2026-11-22T10:00:00.123456 #12]  INFO -- web: GET /", .ruby),
    ("INFO[0003] A walrus appears   animal=walrus", .logrus),
    ("2026-11-22T10:00:00.123456789Z stdout F hello", .container),
    ("INFO:     127.0.0.1:36134 - \"GET / HTTP/1.1\" 200 OK", .uvicorn),
    (
      "1795341600.123    45 10.0.0.1 TCP_MISS/200 1234 GET http://x/ - HIER_DIRECT/1.2.3.4 text/html",
      .squid
    ),
    ("Nov 22 10:00:00 host sshd[12]: Accepted publickey", .syslog),
    ("Sun 2026-11-22 10:00:00 UTC host sshd[12]: Accepted publickey", .syslog),
    ("1795341600.123456 host sshd[12]: Accepted publickey", .syslog),
    ("[   12.345678] host sshd[12]: Accepted publickey", .monotonic),
  ]
  for (line, format) in lines {
    let feed = FeedFixture(line + "\n", of: .init())
    #expect(
      feed.decoder.formatReason.contains(format.name),
      "\(feed.decoder.formatReason): \(line)"
    )
  }
}

/// Lines of listings without a header, and their rows; nil for lines that are none.
private let listings: [(line: String, row: String?)] = [
  (
    "/dev/sda1 / ext4 rw,relatime,errors=remount-ro 0 1",
    #"{"filesystem":"/dev/sda1","mount_point":"/","type":"ext4","options":"rw,relatime,errors=remount-ro","dump":0,"pass":1}"#
  ),
  (
    "UUID=1-2\tnone\tswap\tsw\t0\t0",
    #"{"filesystem":"UUID=1-2","mount_point":"none","type":"swap","options":"sw","dump":0,"pass":0}"#
  ),
  (
    "/dev/sdb1 on /media/My Disk type vfat (rw,uid=1000)",
    #"{"filesystem":"/dev/sdb1","mount_point":"/media/My Disk","type":"vfat","options":"rw,uid=1000"}"#
  ),
  (
    "/dev/disk1s1 on /Volumes/A (B) (apfs, local, journaled)",
    #"{"filesystem":"/dev/disk1s1","mount_point":"/Volumes/A (B)","options":"apfs, local, journaled"}"#
  ),
  (
    "d41d8cd98f00b204e9800998ecf8427e  a  b.txt",
    #"{"hash":"d41d8cd98f00b204e9800998ecf8427e","filename":"a  b.txt"}"#
  ),
  (
    "d41d8cd98f00b204e9800998ecf8427e *a.bin",
    #"{"hash":"d41d8cd98f00b204e9800998ecf8427e","filename":"a.bin"}"#
  ),
  (
    "MD5 (a (1).txt) = d41d8cd98f00b204e9800998ecf8427e",
    #"{"algorithm":"MD5","filename":"a (1).txt","hash":"d41d8cd98f00b204e9800998ecf8427e"}"#
  ),
  // None of them.
  ("a b c d 1 2", nil), ("/dev/sda1 on fire", nil), ("d41d8cd98f00b204  short", nil),
]

@Test(arguments: listings)
func `listings without a header are read by their form`(line: String, expected: String?) throws {
  var list = RowList()
  var decoder = FeedDecoder()
  let lines = [line, line].joined(separator: "\n") + "\n"
  for item in decoder.append(Array(lines.utf8)) + decoder.finish() { list.apply(item) }
  let text = try #require(list.rows.first).value.json
  if let expected {
    #expect(text == expected)
  } else {
    #expect(!text.contains("filename") && !text.contains("mount_point"))
  }
}

/// Lines as the loggers of several languages write them, and what they say.
private let loggers: [(line: String, expected: [String: String])] = [
  // A level or a time in front is not the name of a program.
  (
    "INFO | 2026-03-01 12:00:00 | started",
    ["level": "INFO", "time": "2026-03-01 12:00:00", "message": "started"]
  ),
  (
    "[28/Nov/2026:10:15:30] INFO started",
    ["time": "28/Nov/2026:10:15:30", "level": "INFO", "message": "started"]
  ),
  (
    "web-1  | level=info source=db msg=ready",
    ["container": "web-1", "source": "db", "level": "info", "msg": "ready"]
  ),
  // Nothing in front of a level is lost, though it is no pair.
  (
    "2026-03-01 12:00:00 a[0]=1 INFO served",
    ["time": "2026-03-01 12:00:00", "message": "a[0]=1 INFO served"]
  ),
  (
    "[2026-03-02 10:11:12,123: INFO/MainProcess] Connected to redis",
    [
      "time": "2026-03-02 10:11:12,123", "level": "INFO", "logger": "MainProcess",
      "message": "Connected to redis",
    ]
  ),
  (
    "[10:11:12 INF] Now listening on port 80",
    ["time": "10:11:12", "level": "INF", "message": "Now listening on port 80"]
  ),
  (
    "17/06/09 20:10:40 INFO executor.CoarseGrainedExecutorBackend: Registered signal handlers",
    [
      "time": "2017-06-09 20:10:40", "level": "INFO",
      "logger": "executor.CoarseGrainedExecutorBackend", "message": "Registered signal handlers",
    ]
  ),
  (
    "time=2026-03-02T10:11:12Z level=warn msg=plain flag user=bob",
    [
      "time": "2026-03-02T10:11:12Z", "level": "warn", "msg": "plain", "user": "bob",
    ]
  ),
  (
    "2026-11-22T10:00:00.123456Z  INFO myapp::web: started port=80 tls=true",
    [
      "level": "INFO", "logger": "myapp::web", "message": "started port=80 tls=true", "port": "80",
      "tls": "true",
    ]
  ),
  (
    "[2026-11-22T10:00:00Z WARN  hyper::proto] connection lost",
    [
      "time": "2026-11-22T10:00:00Z", "level": "WARN", "logger": "hyper::proto",
      "message": "connection lost",
    ]
  ),
  (
    "2026-11-22T10:00:00.123+01:00  INFO 12345 --- [app] [  main] c.e.DemoApplication : Started",
    [
      "time": "2026-11-22T10:00:00.123+01:00", "level": "INFO", "pid": "12345",
      "message": "Started",
    ]
  ),
  (
    "10:00:00.123 [main] INFO  com.example.App - ready",
    [
      "time": "10:00:00.123", "thread": "main", "level": "INFO", "logger": "com.example.App",
      "message": "ready",
    ]
  ),
  (
    "[2026-11-22 10:00:00,123] INFO [Log partition=a-0] Loaded (kafka.log.Log)",
    ["level": "INFO", "message": "[Log partition=a-0] Loaded (kafka.log.Log)"]
  ),
  (
    "[2026-11-22T10:00:00,123][INFO ][o.e.n.Node               ] [node-1] started",
    ["level": "INFO", "logger": "o.e.n.Node", "thread": "node-1"]
  ),
  (
    "22-Nov-2026 10:00:00.123 INFO [main] org.apache.catalina.startup.Catalina.start Server startup",
    ["time": "22-Nov-2026 10:00:00.123", "level": "INFO", "thread": "main"]
  ),
  (
    "2026-11-22T10:00:00.123456Z 0 [System] [MY-010116] [Server] mysqld: ready",
    ["level": "System"]
  ),
  (
    "[2026-11-22 10:00:00 +0000] [123] [INFO] Booting worker with pid: 7",
    ["time": "2026-11-22 10:00:00 +0000", "pid": "123", "level": "INFO"]
  ),
  (
    "2026-11-22 10:00:00.123 | INFO     | app.main:run:12 - hello",
    ["level": "INFO", "location": "app.main:run:12", "message": "hello"]
  ),
  (
    "2026/11/22 10:00:00 main.go:12: listening",
    ["time": "2026/11/22 10:00:00", "message": "listening"]
  ),
  (
    "2026/11/22 10:00:00 INFO listening addr=:80",
    ["level": "INFO", "message": "listening addr=:80", "addr": ":80"]
  ),
  (
    "[10:00:00.123] INFO (1234): hello",
    ["time": "10:00:00.123", "level": "INFO", "pid": "1234", "message": "hello"]
  ),
  (
    "[2026-11-22T10:00:00.123] [ERROR] payments - card declined",
    ["level": "ERROR", "logger": "payments", "message": "card declined"]
  ),
  (
    "2026-11-22 10:00:00.123 [info] <0.222.0> accepting connection",
    ["level": "info", "message": "accepting connection"]
  ),
  (
    "INFO  [main] 2026-11-22 10:00:00,123 Config.java:12 - loaded",
    ["level": "INFO", "thread": "main", "time": "2026-11-22 10:00:00,123", "message": "loaded"]
  ),
  ("[0.005s][info][gc] Using G1", ["seconds": "0.005s", "level": "info", "message": "Using G1"]),
  ("info: server started", ["level": "info", "message": "server started"]),
  (
    "[Sun Nov 22 10:00:00 2026] usb 1-1: new device",
    ["time": "Sun Nov 22 10:00:00 2026", "message": "usb 1-1: new device"]
  ),
]

@Test(arguments: loggers.indices)
func `lines of the loggers of several languages are parsed`(_ index: Int) {
  let (line, expected) = loggers[index]
  let row = fields(FeedFixture(line + "\n", of: .init())).first ?? [:]
  for (name, text) in expected { #expect(row[name] == .text(text), "\(name) of \(line): \(row)") }
}

@Test func `settings are a name and a value, in their sections`() {
  let feed = FeedFixture(
    "net.ipv4.ip_forward = 1\nkernel.hostname = \"a b\"\n# note\n\n[web]\nport=80\n",
    of: .init()
  )
  #expect(feed.decoder.format == .settings && feed.keyRule?.contains("key") == true)
  #expect(feed.values("key") == ["net.ipv4.ip_forward", "kernel.hostname", "port"])
  #expect(feed.values("value") == ["1", "a b", "80"])
  #expect(feed.values("section") == [nil, nil, "web"])
}

@Test(arguments: [
  (
    "MemTotal:       24684092 kB\nMemFree:        21034336 kB\nHugePages_Total:       0\n",
    ["MemTotal", "MemFree", "HugePages_Total"], ["24684092 kB", "21034336 kB", "0"]
  ),
  (
    "CPU op-mode(s):   32-bit, 64-bit\n  Address sizes:  48 bits physical\nVirtualization features:\nL1d:  48 KiB (1 instance)\n",
    ["CPU op-mode(s)", "Address sizes", "Virtualization features", "L1d"],
    ["32-bit, 64-bit", "48 bits physical", "", "48 KiB (1 instance)"]
  ),
  (
    "  198 README.md\n   72 Package.swift\n  270 total\n",
    ["README.md", "Package.swift", "total"], ["198", "72", "270"]
  ),
  ("4.0K\t./a b\n1.5M\t./c\n", ["./a b", "./c"], ["4.0K", "1.5M"]),
])
func `labels with values, and counts, are settings`(
  text: String,
  keys: [String],
  values: [String]
) {
  let feed = FeedFixture(text, of: .init(isPolled: true))
  #expect(feed.decoder.format == .settings && feed.keyRule == "key")
  #expect(feed.values("key") == keys)
  #expect(feed.values("value").map { $0 ?? "" } == values)
}

@Test func `labels are settings however many there are`() {
  let lines = (0..<500).map { "nr_\($0 * 7 % 501):   \($0) kB" }.joined(separator: "\n") + "\n"
  #expect(FeedFixture(lines, of: .init(isPolled: true)).decoder.format == .settings)
  #expect(FeedFixture(lines, of: .init()).decoder.format == .settings)
}

@Test(arguments: [
  // A document, text, addresses, times, versions, and too little of it.
  "name: x\nspec:\n  replicas: 2\nkind: y\n", "Note: one\nNote: two\nNote: three\n",
  "see https://a.example\nsee https://b.example\nsee https://c.example\n",
  "a: 1\nb: 2\n", "10.0.0.1 host\n10.0.0.2 other\n", "1.2.3 x\n1.2.4 y\n", "12 x\nfoo\n",
  " 254       0 vda 10325\n   7       0 loop0 0\n",
  "7\n8\n9\n", "e3 x\nf4 y\n",
])
func `text that only resembles settings is lines`(text: String) {
  #expect(FeedFixture(text, of: .init(isPolled: true)).decoder.format != .settings)
}

@Test func `metrics are rows by series, with rates from the second run on`() {
  var decoder = FeedDecoder(.init(isPolled: true))
  let start = ContinuousClock.now
  func run(_ count: Int, _ seconds: Int) -> [FeedItem] {
    decoder.arrival = start + .seconds(seconds)
    let text = """
      # HELP http_requests_total Requests.
      # TYPE http_requests_total counter
      http_requests_total{code="200",path="/a\\"b"} \(count) 1795341600000
      # TYPE temperature gauge
      temperature 21.5
      # TYPE lag histogram
      lag_bucket{le="+Inf"} \(count)

      """
    return decoder.append(Array(text.utf8)) + decoder.endRun()
  }
  var list = RowList()
  for item in run(100, 0) { list.apply(item) }
  #expect(decoder.format == .metrics && decoder.keyRule?.description == "series")
  #expect(list.rows.map { $0.value.member("rate")?.string } == [nil, nil, nil])
  for item in run(150, 10) { list.apply(item) }
  #expect(list.rows.map { $0.value.member("rate")?.string } == ["5.0", nil, "5.0"])
  #expect(list.rows[0].value[FieldPath("labels.path")]?.string == "/a\"b")
  #expect(list.rows[1].value.string == #"{"series":"temperature","value":21.5,"type":"gauge"}"#)
}

@Test func `a line that names the fields of the lines below is their header`() {
  let iis = FeedFixture(
    "#Software: IIS\n#Fields: date time cs-method sc-status\n2026-11-22 10:00:00 GET 200\n",
    of: .init()
  )
  #expect(iis.values("sc-status") == ["200"])
  let zeek = FeedFixture(
    "#separator \\x09\n#fields\tts\tuid\tservice\n1795341600.1\tC1\t-\n1795341600.2\tC1\tdns\n",
    of: .init()
  )
  #expect(zeek.list.count == 2 && zeek.values("service") == [nil, "dns"])
}

@Test func `damaged logs are read to their ends, and every line is one of a row`() throws {
  var random = SeededGenerator(seed: 16)
  for name in LogFixture.names {
    let original = try LogFixture.bytes(name)
    for _ in 0..<5 {
      var bytes = original
      for _ in 0..<20 {
        let place = random.next(below: bytes.count)
        switch random.next(below: 3) {
        case 0: bytes[place] = UInt8(random.next(below: 256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: original.suffix(place).prefix(90), at: place)
        }
      }
      let feed = FeedFixture(bytes, .init(format: .log))
      let lines = bytes.split(separator: 0x0A).count {
        !$0.allSatisfy { [9, 13, 32].contains($0) }
      }
      let account = feed.decoder.lineAccount
      #expect(account[.row] + account[.continuation] == lines, "\(name)")
    }
  }
}

@Test
func `files of a listing are identified by their names, and the total above them is not a file`() {
  let lines = """
    total 8
    -rw-r--r-- 1 root root 12 Nov 22 10:04 a
    drwxr-xr-x 2 root root 4.0K May  9  2019 b
    crw--w---- 1 root tty 4, 1 Nov 19 22:11 tty1

    """
  let feed = FeedFixture(lines, of: .init(isPolled: true))
  #expect(feed.keyRule == "name")
  #expect(feed.ids == ["a", "b", "tty1"])
  #expect(feed.values("device") == [nil, nil, "4, 1"])
  #expect(
    feed.decoder.logDescription == FeedText.Format.lines("\(LogFormat.known(.listing))", 3, of: 3)
  )
}

@Test(arguments: [
  // As ls(1) of coreutils prints them in German, French and Japanese.
  """
  insgesamt 776
  -rw-r--r-- 1 root     root      3040 25. Mai 2023  adduser.conf
  drwxr-xr-x 2 root     root     20480 26. Nov 17:03 alternatives
  drwxr-xr-x 2 root     root      4096  9. Mai 2026  xml
  """,
  """
  total 776
  -rw-r--r-- 1 root     root      3040 25 mai    2023 adduser.conf
  drwxr-xr-x 2 root     root     20480 26 nov.  17:03 alternatives
  drwxr-xr-x 2 root     root      4096  9 mai    2026 xml
  """,
  """
  合計 776
  -rw-r--r-- 1 root     root      3040  5月 25  2023 adduser.conf
  drwxr-xr-x 2 root     root     20480 11月 26 17:03 alternatives
  drwxr-xr-x 2 root     root      4096  5月  9  2026 xml
  """,
])
func `a listing is read in other languages`(lines: String) {
  let feed = FeedFixture(lines + "\n", of: .init(isPolled: true))
  #expect(feed.ids == ["adduser.conf", "alternatives", "xml"])
  let reader = TimeReader(.utc, present: FeedTime(text: "2026-11-26T20:00:00Z"))
  #expect(
    feed.values("modified").map { $0.flatMap { reader.time($0) } }
      == ["2023-05-25T00:00:00Z", "2026-11-26T17:03:00Z", "2026-05-09T00:00:00Z"].map {
        FeedTime(text: $0)
      }
  )
}

@Test func `a sentence above labelled numbers is no header`() {
  for text in [
    " Load average history\n1min: 0.5 0.6 0.7\n5min: 0.4 0.4 0.5\n",
    "   Votes by party\nA: 10 20 30\nB: 4 5 6\nC: 4 5 6\n",
  ] {
    let feed = FeedFixture(text, of: .init(isPolled: true))
    #expect(feed.decoder.format != .table, "\(text)")
  }
}

@Test func `large numbers at the beginning of lines are no times, and a port is no quantity`() {
  // As cksum(1) and nmap(1) print them.
  let sums = FeedFixture(
    "2394784850 3040 /etc/adduser.conf\n2770986003 833 /etc/appstream.conf\n"
      + "3052394881 6110 /etc/ca-certificates.conf\n3824825750 2969 /etc/debconf.conf\n",
    of: .init(isPolled: true)
  )
  #expect(sums.values("time").allSatisfy { $0 == nil } && sums.list.count == 4)
  let ports = FeedFixture(
    "PORT     STATE SERVICE\n22/tcp   open  ssh\n5477/tcp open  other\n6399/tcp open  other\n",
    of: .init(isPolled: true)
  )
  #expect(ports.keyRule == "PORT" && ports.ids == ["22/tcp", "5477/tcp", "6399/tcp"])
}

@Test(arguments: [
  "drwxr-xr-x", "drwxr-xr-x 2", "-rw-r--r-- 1 root root", "-rw-r--r-- 1 root root 12",
  "-rw-r--r-- 1 root root 12 Nov 22", "-rw-r--r-- 1 root root 12 Nov 22 10:04",
  "-rw-r--r-- 1 root root x 22 10:04 a", "------------------------------ 1 a b 1 Nov 22 10:04 a",
  "total", "total 8 files", "-rwx",
])
func `text that only resembles a listing is lines`(line: String) {
  let feed = FeedFixture(line + "\n", of: .init(format: .log, isPolled: true))
  #expect(feed.list.rows.count == 1)
  #expect(feed.list.rows.first?.value.member("mode") == nil)
}

@Test func `a time alone is not a log`() {
  for text in ["Sun Nov 22 10:06:00 UTC 2026\n", "2026-11-22T10:06:00+00:00\n", "10:06:00\n"] {
    let feed = FeedFixture(text, of: .init(isPolled: true))
    #expect(feed.decoder.format != .log, "\(text)")
  }
}

@Test func `access logs may have forwarded addresses, and a time before the request`() {
  let line = { (head: String, taken: String) in
    "\(head) - ann [28/Dec/2026:04:02:07 -0500] \(taken)\"GET /home HTTP/1.0\" 403 -\n"
  }
  for (head, client, host, forwarded) in [
    ("203.0.113.7", "203.0.113.7", nil, nil),
    ("203.0.113.7 198.51.100.9", "203.0.113.7", nil, "198.51.100.9"),
    ("203.0.113.7 198.51.100.9, ::1", "203.0.113.7", nil, "198.51.100.9, ::1"),
    ("example.com:443 203.0.113.7", "203.0.113.7", "example.com:443", nil),
    ("example.com ::1 203.0.113.7, 192.0.2.4", "::1", "example.com", "203.0.113.7, 192.0.2.4"),
  ] as [(String, String, String?, String?)] {
    for taken in ["", "561 "] {
      let feed = FeedFixture(String(repeating: line(head, taken), count: 3), of: .init())
      let row = fields(feed).first ?? [:]
      #expect(row["client"] == .text(client) && row["user"] == .text("ann"), "\(head)")
      #expect(row["vhost"] == host.map { .text($0) } && row["path"] == .text("/home"))
      #expect(row["forwarded"] == forwarded.map { .text($0) } && row["status"] == .text("403"))
      #expect(row["time_taken"] == (taken.isEmpty ? nil : .text("561")))
    }
  }
}

@Test func `a form that explains all lines is better than one that explains some`() {
  let text = ["DEBUG", "WARNING", "ERROR"].map {
    "2026-06-25 14:56:15 UTC pool[869] \($0):  manager: queue is slow\n"
  }
  let rows = fields(FeedFixture(text.joined(), of: .init()))
  #expect(rows.map { $0["level"] } == ["DEBUG", "WARNING", "ERROR"].map { .text($0) })
  #expect(rows.allSatisfy { $0["pid"] == .text("869") && $0["logger"] == .text("pool") })
}

@Test func `objects behind the number of a process are log lines`() {
  let text = (0..<3).map { "[1] {\"level\":50,\"time\":179534160000\($0),\"msg\":\"boom\"}\n" }
  let feed = FeedFixture(text.joined() + "[0] compiled in 30 ms\n", of: .init())
  #expect(feed.decoder.format == .log && feed.decoder.malformedInput.count == 0)
  #expect(
    fields(feed).prefix(3).allSatisfy { $0["source"] == .text("1") && $0["level"] == .text("50") }
  )
}

@Test func `stack traces belong to their entries, however they arrive`() {
  let traces = [
    "Traceback (most recent call last):\n  File \"x.py\", line 3\nValueError: no\n",
    "panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:5 +0x1\n",
    "java.lang.Error: no\n\tat a.B.c(B.java:1)\nCaused by: java.io.IOException\n\t... 2 more\n",
    "TypeError: no\n    at run (/app/x.js:1:2) {\n  code: 'E'\n}\n",
    "System.Exception: no\n   at App.Run() in /app/x.cs:line 3\n",
  ]
  for trace in traces {
    let text = (0..<4).map { "2026-11-20 10:00:0\($0),123 ERROR app: failed\n\(trace)" }.joined()
    let whole = FeedFixture(text, of: .init())
    let lines = trace.split(separator: "\n").joined(separator: "\n")
    #expect(
      whole.list.rows.map { $0.value.member("message")?.string }
        == Array(repeating: "failed\n" + lines, count: 4)
    )
    for size in [1, 50, 77] {
      #expect(
        FeedFixture(Array(text.utf8), inPiecesOf: size).list.rows.map(\.value)
          == whole.list.rows.map(\.value)
      )
    }
    // Line by line with pauses.
    var (decoder, list) = (FeedDecoder(), RowList())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let items = decoder.append(Array((line + "\n").utf8)) + decoder.reachEnd(isWhole: false)
      for item in items { list.apply(item) }
    }
    for item in decoder.finish() { list.apply(item) }
    #expect(list.rows.map(\.value) == whole.list.rows.map(\.value))
  }
}

@Test func `a text without entries is not hidden in the one above it`() {
  let entry = "2026-11-20 10:00:00,123 INFO app: dump follows\n"
  let text =
    String(repeating: entry, count: 8)
    + String(repeating: String(repeating: "x", count: 99) + "\n", count: 3_000)
  let feed = FeedFixture(text, of: .init(format: .log))
  let longest = feed.list.rows.map(\.value.text.count).max() ?? 0
  #expect(feed.list.count > 2_000 && longest < 100_000)
}

@Test func `lines of other programs between requests are rows`() {
  let request = #"10.0.0.1 - - [28/Dec/2026:04:02:07 -0500] "GET / HTTP/1.0" 200 3"# + "\n"
  let text = request + request + "server restarts\n" + request
  #expect(FeedFixture(text, of: .init()).list.count == 4)
}
