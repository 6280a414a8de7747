import FeedFormats
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Testing

@Test func `CSV has a header, quotes, a byte-order mark and exact numbers`() throws {
  let feed = try FeedFixture("processes.csv")
  #expect(feed.decoder.format == .csv && feed.kinds == "s" && feed.keyRule == "pid")
  #expect(feed.ids == ["1", "42", "007"])
  #expect(feed.values("cmd") == ["init, the \"first\"", "two\nlines", "bash"])
  #expect(feed.values("cpu") == ["0.5", "12.0", ""])
  #expect(feed.list.rows.map { $0.value.member("pid")?.kind } == [.number, .number, .string])
}

@Test func `semicolons are separators if the comma is the decimal point`() throws {
  let feed = try FeedFixture("semicolons.csv")
  #expect(feed.decoder.format == .csv && feed.keyRule == "name")
  #expect(feed.values("price") == ["1,20", "2,00"])
  #expect(feed.values("note") == ["frisch", "süß; reif"])
}

@Test func `TSV keeps empty cells`() throws {
  let feed = try FeedFixture("processes.tsv")
  #expect(feed.decoder.format == .tsv && feed.keyRule == "pid")
  #expect(feed.values("note") == ["", "x y"])
}

@Test func `the table of ps is split at its columns, aligned left or right`() throws {
  let feed = try FeedFixture("ps.txt")
  #expect(feed.decoder.format == .table && feed.kinds == "s" && feed.keyRule == "PID")
  #expect(feed.ids == ["1", "2", "12345"])
  #expect(feed.values("COMMAND") == ["/sbin/init splash  quiet", "[kthreadd]", "-bash"])
  #expect(feed.values("ELAPSED") == ["01:32:37", "1-01:32:37", "00:07"])
}

@Test func `a column whose neighbours are one space away is a column of its own`() throws {
  let feed = try FeedFixture("ps-aux.txt")
  #expect(feed.values("USER") == ["root", "root", "www-data"])
  #expect(feed.values("%CPU") == ["0.3", "0.0", "99.9"])
  #expect(feed.values("%MEM") == ["0.0", "0.0", "12.5"])
  #expect(feed.values("START") == ["07:30", "07:30", "Nov20"])
  #expect(feed.values("TIME") == ["0:18", "0:00", "103:07"])
  #expect(feed.values("COMMAND")[2] == "python3 -m http.server")
}

@Test func `df shows mount points, including spaces`() throws {
  let feed = try FeedFixture("df.txt")
  #expect(feed.values("Mounted on") == ["/dev", "/dev/shm", "/", "/mnt/my disk"])
  #expect(feed.values("1K-blocks") == ["12334492", "24684092", "264212084", "4"])
  #expect(feed.values("Use%") == ["0%", "0%", "18%", "0%"])
  // Sizes may be unique by chance, and names are not.
  #expect(feed.keyRule == "Filesystem")
}

@Test func `tables of kubectl have cells with spaces and empty cells`() throws {
  let feed = try FeedFixture("kubectl-pods.txt")
  #expect(feed.keyRule == "NAMESPACE,NAME")
  #expect(feed.values("RESTARTS") == ["2 (3m ago)", "12"])
  #expect(feed.values("IP") == ["10.244.0.5", ""])
  #expect(feed.values("NOMINATED NODE") == ["<none>", "<none>"])
  #expect(feed.values("READINESS GATES") == ["<none>", "<none>"])
}

@Test func `tables of docker have titles of two words`() throws {
  let feed = try FeedFixture("docker-ps.txt")
  #expect(feed.values("CONTAINER ID") == ["4ac3bba8abd6", "9f02d1c7be11"])
  #expect(feed.values("COMMAND") == ["\"/docker-entrypoint.…\"", "\"redis-server\""])
  #expect(feed.values("STATUS") == ["Up 2 minutes", "Up About an hour"])
  #expect(feed.values("PORTS") == ["0.0.0.0:8080->80/tcp", ""])
  #expect(feed.values("NAMES") == ["web", "cache"])
}

@Test func `ss aligns addresses at their colons`() throws {
  let feed = try FeedFixture("ss.txt")
  #expect(feed.values("State") == ["ESTAB", "ESTAB", "CLOSE-WAIT"])
  #expect(feed.values("Send-Q") == ["0", "52", "0"])
  #expect(
    feed.values("Local Address:Port") == ["127.0.0.1:22", "192.168.1.7:22", "[::1]:8080"]
  )
  #expect(
    feed.values("Peer Address:Port") == ["127.0.0.1:50022", "192.168.1.2:50023", "[::1]:33000"]
  )
  #expect(feed.values("Process") == ["", "users:((\"sshd\",pid=7,fd=4))", ""])
}

@Test func `ss separates its titles by one space in a pipe`() throws {
  let feed = try FeedFixture("ss-tn.txt")
  #expect(feed.decoder.format == .table && feed.list.count == 6)
  #expect(Set(feed.values("State")) == ["ESTAB"])
  #expect(feed.values("Local Address:Port").first == "127.0.0.1:46732")
  #expect(feed.values("Peer Address:Port").last == "127.0.0.1:46752")
}

@Test func `labels without a title are a column`() throws {
  let feed = try FeedFixture("free.txt")
  #expect(feed.decoder.format == .table)
  #expect(feed.values("column 1") == ["Mem", "Swap"])
  #expect(feed.values("total") == ["24684092", "0"])
  #expect(feed.values("available") == ["23764880", ""])
}

@Test func `plain lines are rows with one cell, as they arrive or in a run`() throws {
  let stream = try FeedFixture("lines.txt")
  #expect(stream.decoder.format == .lines && stream.kinds == "aaaa")
  #expect(stream.ids == ["1", "2", "3", "4"])
  let run = try FeedFixture("lines.txt", .init(isPolled: true))
  #expect(run.kinds == "s" && run.keyRule == KeyRule.content.description)
  #expect(run.ids.last == "[main] done" && run.ids[2] == "one, two#2")
}

@Test func `server-sent events join their data, and end with a blank line`() throws {
  let feed = try FeedFixture("events.sse")
  #expect(feed.decoder.format == .sse && feed.kinds == "uuuu")
  #expect(feed.values("v") == [nil, "1", "2"])
  #expect(feed.list.rows.first?.value.string == "plain text\nof two lines")
}

@Test func `a line of an event stream ends with a return, a line feed, or both`() {
  let text = "id: 1\ndata: {\"id\":1}\n\ndata: a\ndata: b\n\n"
  let expected = FeedFixture(text, of: .init())
  #expect(expected.kinds == "uu" && expected.list.rows.first?.value.string == "a\nb")
  for end in ["\r", "\r\n"] {
    let bytes = Array(text.replacing("\n", with: end).utf8)
    for cut in 0...bytes.count {
      let feed = FeedFixture(bytes, cutAt: cut)
      #expect(feed.decoder.format == .sse, "\(end.debugDescription) at \(cut)")
      #expect(feed.items == expected.items, "\(end.debugDescription) at \(cut)")
    }
  }
}

@Test func `the event name becomes a member of its row, unless the row has one`() {
  let text = """
    event: change
    data: {"id":1}{"id":2,"event":"own"}{}

    event: tick
    data: half past

    event: lost

    data: {"id":3}


    """
  let feed = FeedFixture(text, of: .init(key: .fields([FieldPath("id")])))
  #expect(
    feed.list.rows.reversed().map(\.value.string) == [
      #"{"id":1,"event":"change"}"#, #"{"id":2,"event":"own"}"#, #"{"event":"change"}"#,
      #"{"event":"tick","data":"half past"}"#, #"{"id":3}"#,
    ]
  )
}

@Test func `a given format is used without detection`() {
  func feed(_ text: String, _ format: FeedFormat) -> FeedFixture {
    FeedFixture(text, of: .init(format: format))
  }
  #expect(feed("{\"id\":1}\n", .lines).list.rows.first?.value.string == "{\"id\":1}")
  #expect(feed("1,2\n3,4\n", .csv).values("1") == ["3"])
  #expect(feed("1;2\n3;4\n", .csv).values("2") == ["4"])
  #expect(feed("1\t2\n3\t4\n", .tsv).values("1") == ["3"])
  #expect(feed("a  b\n1  2\n", .table).values("b") == ["2"])
  #expect(feed("data: {\"id\":1}\n\n", .sse).ids == ["1"])
  #expect(feed("name,id\n", .json).decoder.malformedInput.count == 1)
  #expect(feed("a,b", .csv).items.isEmpty)
}

@Test func `prose, logs and numbers are not headers`() {
  for text in [
    "Hello, world\nHow are you\n", "ERROR: it failed, badly\n", "total 48\n", "a,b,1\n1,2\n",
    "4.0K\t./src\n8.0K\t.\n", "2024-01-01 10:00:00  INFO   main   started\n",
    "INFO   main   started the server\nWARN   x   another line\n", "[INFO] {\"a\":1}\n",
    "Name:   foo   bar\nAge:    12   y\n",
  ] {
    let format = FeedFixture(text, of: .init()).decoder.format
    #expect(format.map { [.lines, .log, .settings].contains($0) } == true, "\(text)")
  }
  for text in ["[1]\n", "12\n13\n", "true\n", "[\n", "\u{FEFF}[]", "\u{1E}{\"a\":1}\n", "\"a\"\n"] {
    #expect(FeedFixture(text, of: .init()).decoder.format == .json, "\(text)")
  }
}

@Test func `rows below a header that arrive after a pause are inserted at the end`() {
  var decoder = FeedDecoder()
  var list = RowList()
  func apply(_ items: [FeedItem]) { for item in items { list.apply(item) } }
  apply(
    decoder.append(
      Array("NAME   READY   STATUS\nweb-0  0/1     Pending\nweb-1  1/1     Running\n".utf8)
    )
  )
  #expect(list.count == 0)
  apply(decoder.reachEnd(isWhole: false))
  #expect(list.rows.map(\.id.description) == ["web-0", "web-1"])
  apply(decoder.append(Array("web-0  1/1     Running\nweb-2  0/1     Pending\n".utf8)))
  apply(decoder.reachEnd(isWhole: false))
  #expect(
    list.rows.map { $0.value.member("NAME")?.string } == ["web-0", "web-1", "web-0", "web-2"]
  )
  #expect(list.rows.map { $0.value.member("READY")?.string } == ["0/1", "1/1", "1/1", "0/1"])
  #expect(decoder.finish().isEmpty)
}

@Test func `a table that arrived in pieces has its own order at its end`() {
  var decoder = FeedDecoder()
  var list = RowList()
  for text in ["pid,v\n1,a\n", "2,b\n", "3,c\n"] {
    for item in decoder.append(Array(text.utf8)) + decoder.reachEnd(isWhole: false) {
      list.apply(item)
    }
  }
  for item in decoder.finish() { list.apply(item) }
  #expect(list.rows.map(\.id.description) == ["1", "2", "3"])
}

/// The feed made of a stream that rests after each of some texts.
private func stream(_ texts: [String]) -> FeedFixture {
  var feed = FeedFixture([])
  feed.decoder = FeedDecoder()
  feed.items = []
  for text in texts {
    feed.items += feed.decoder.append(Array(text.utf8))
    feed.items += feed.decoder.reachEnd(isWhole: false)
  }
  feed.items += feed.decoder.finish()
  return feed
}

@Test(arguments: [
  "BUILD FAILED", "ALL TESTS PASSED", "# NOTHING TO MOUNT HERE", "DONE.", "-P INPUT ACCEPT",
])
func `a message in capitals is a line, and not a header without rows`(_ text: String) {
  for feed in [FeedFixture(text + "\n", of: .init()), stream([text + "\n"])] {
    #expect(feed.list.rows.map(\.value.string) == [text])
  }
  // A table without rows stays one.
  let empty = FeedFixture("CONTAINER ID   IMAGE     COMMAND   NAMES\n", of: .init(isPolled: true))
  #expect(empty.decoder.format == .table && empty.list.rows.isEmpty)
}

@Test func `options in capitals are values, and not names`() {
  let rules = FeedFixture("-P INPUT ACCEPT\n-P FORWARD DROP\n-P OUTPUT ACCEPT\n", of: .init())
  #expect(rules.list.rows.count == 3 && rules.decoder.format == .lines)
}

@Test func `a table that begins below a title, with a pause before its first row, is a table`() {
  let title = "Linux 6.1.0 (host) \t11/26/26 \t_x86_64_\t(2 CPU)\n\n"
  let header = "12:57:18     CPU    %usr   %sys   %idle\n"
  let rows = [
    "12:57:19     all   43.22   7.54   43.22\n", "12:57:20     all   50.25   1.99   45.77\n",
  ]
  let live = stream([title + header] + rows)
  #expect(live.decoder.format == .table)
  #expect(Set(live.values("%idle")) == ["43.22", "45.77"])
  #expect(Set(stream([title, header] + rows).values("%idle")) == ["43.22", "45.77"])
}

@Test func `each sample of a program is a row, though its idle time is called id`() {
  let header = """
    procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
     r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st

    """
  let samples = [
    " 7  0      0 21514504  89640 2607352    0    0   769   359  267  250 53  3 44  0  1\n",
    " 5  0      0 21514504  89640 2607352    0    0     0     0  636  717 95  5  0  0  1\n",
    " 5  0      0 21514504  89640 2607352    0    0     0     0  629  680 95  4  0  0  1\n",
    " 5  0      0 21514504  89640 2607352    0    0    12  6844  629  708 94  5  0  0  1\n",
  ]
  for feed in [stream([header + samples[0]] + samples[1...]), stream([header] + samples)] {
    #expect(feed.values("cs").compactMap { $0 }.sorted() == ["250", "680", "708", "717"])
  }
  // Among other names it is what it says.
  let users = stream(["us  id  name\n10   4  web\n12   5  api\n"])
  #expect(users.keyRule == KeyRule.fields([FieldPath(["id"])]).description)
}

@Test func `a plain line above the lines of a log is a message like one among them`() {
  let log = """
    starting up
    2026-11-26 10:00:00 INFO a
    2026-11-26 10:00:01 INFO b
    2026-11-26 10:00:02 WARN c
    shutting down

    """
  let feed = FeedFixture(log, of: .init())
  #expect(feed.decoder.format == .log)
  #expect(Set(feed.values("message")) == ["starting up", "a", "b", "c\nshutting down"])
}

@Test func `a section with other columns is not read as rows of the one above`() {
  let devices = """
    avg-cpu:  %user   %nice %system %iowait  %steal   %idle
              52.87    0.00    2.66    0.28    0.65   43.53

    Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s  %util
    vda             46.28   1533.15     3.09   6.26    3.67    33.13   13.77    726.53   1.21

    """
  let disk = FeedFixture(devices, of: .init(isPolled: true))
  #expect(disk.values("Device") == [nil, "vda"] && disk.values("%util") == [nil, "1.21"])
  let chains = """
    Chain INPUT (policy ACCEPT)
    target     prot opt source               destination
    ACCEPT     6    --  0.0.0.0/0            0.0.0.0/0            tcp dpt:9

    Chain FORWARD (policy ACCEPT)
    target     prot opt source               destination

    Chain OUTPUT (policy ACCEPT)
    target     prot opt source               destination
    DROP       17   --  0.0.0.0/0            0.0.0.0/0            udp dpt:9

    """
  #expect(FeedFixture(chains, of: .init(isPolled: true)).values("target") == ["ACCEPT", "DROP"])
  let resources = """

    ------ Message Queues --------
    key        msqid      owner      perms      used-bytes   messages
    0x5659d31d 0          root       644        0            0

    ------ Shared Memory Segments --------
    key        shmid      owner      perms      bytes      nattch     status
    0xb64152d9 32796      root       644        1000       0

    ------ Semaphore Arrays --------
    key        semid      owner      perms      nsems


    """
  let shared = FeedFixture(resources, of: .init(isPolled: true))
  #expect(shared.values("key") == ["0x5659d31d", "0xb64152d9"])
  #expect(shared.values("shmid") == [nil, "32796"] && shared.values("msqid") == ["0", nil])
}

@Test(arguments: [
  "12\nabc\nxyz\n", "null\nabc\ndef\n", "\"a b\"\n\"c\"\nd\n", "true\nfalse\nmaybe\n",
])
func `a line that is a JSON value by chance does not make the others malformed`(text: String) {
  let feed = FeedFixture(text, of: .init(isPolled: true))
  #expect(feed.decoder.format != .json)
  #expect(feed.cells.count == text.split(separator: "\n").count)
}

@Test func `lines of JSON values are values`() {
  for text in ["1\n2\n3\n", "\"a\"\n\"b\"\n", "5\n", "{\"id\":1}\nabc\n", "{}\n"] {
    let feed = FeedFixture(text, of: .init(isPolled: true))
    #expect(feed.decoder.format == .json, "\(text)")
  }
}

@Test(arguments: [
  "[\n   \u{10}[\"Item\", \"Cost\"],\n   [\"Wheel\", 20.5, 4],\n", "[\nabc\ndef\n[\n",
  "[\n\n\n1,\n2]\n",
  "[\n  {\"a\":1},\n  {\"a\":2}\n]\n", "x\n[\n  {\"a\":1},\n  y\n",
  "[\n[main] started\n[main] ended\n",
])
func `a bracket on a line of its own is judged by the next line, wherever the feed is cut`(
  text: String
) {
  let bytes = Array(text.utf8)
  let whole = FeedFixture(bytes)
  for cut in 0...bytes.count {
    let halves = FeedFixture(bytes, cutAt: cut)
    #expect(halves.items == whole.items, "cut at \(cut)")
    #expect(halves.decoder.format == whole.decoder.format, "cut at \(cut)")
  }
}
