import FeedFormats
import FeedSources
import FeedStore
import FeedValues
import TestSupport
import Testing

/// The format of the output of a command, and the number of its rows.
private func rows(_ text: String) -> (format: FeedFormat?, count: Int) {
  let feed = FeedFixture(text, of: .init(isPolled: true))
  return (feed.decoder.format, feed.list.count)
}

@Test func `lines that begin with a colon are an event stream only if an event follows`() {
  let changes = """
    :100644 100644 2f7b8e1 0000000 M\tCHANGELOG.md
    :000000 100644 0000000 9d3d9a5 A\tnew.txt

    """
  let (format, count) = rows(changes)
  #expect(format != .sse && count == 2)
  let settings = rows(":env:.index-url='x'\nglobal.index-url='y'\n")
  #expect(settings.format != .sse && settings.count == 2)
  let history = rows(": 1700000000:0;ls\n: 1700000003:2;make\n: 1700000009:0;git log\n")
  #expect(history.format != .sse && history.count == 3)

  for opening in [": connected\n\n", ":\n:\n", ":ok\n"] {
    var decoder = FeedDecoder(FeedDecoder.Options())
    // Nothing shows yet what it is.
    let early = decoder.append(Array(opening.utf8)) + decoder.reachEnd(isWhole: false)
    let text = Array("event: a\ndata: {\"id\":1}\n\n".utf8)
    let items = decoder.append(text) + decoder.reachEnd(isWhole: false)
    #expect(early.isEmpty && decoder.format == .sse && items.count == 1, "\(opening)")
  }
}

@Test func `several numbers on a line are a line, and one is a value`() {
  #expect(rows("1 2.5\n2 3.7\n3 5.1\n").count == 3)
  #expect(rows("1\n2 3\n4\n") == (.lines, 3))
  let values = rows("1\n2\n3\n")
  #expect(values.format == .json && values.count == 3)
  let strings = rows("\"a\" \"b\"\n{\"c\":1}\n")
  #expect(strings.format == .json && strings.count == 3)
}

@Test func `a row of names below another one is no header`() {
  // git status --porcelain, git diff --name-status
  for text in [
    " M f1\n D f2\nA  f22\n D f3\n?? new\n",
    "A\tf 7\nA\tf 8\nM\tf1\nR100\tf2\tf22\nD\tf3\nA\tf6\n",
    "A  src/main.c\nM  README.md\n?? notes.txt\n",
  ] {
    #expect(rows(text).count == text.split(separator: "\n").count, "\(text)")
  }
}

@Test(arguments: ["Some title here", "Kinds by size", "A title with more words", "id is kind"])
func `a title above a table is none of its rows`(title: String) {
  let text = title + "\nid    kind   size\n1     web    3\n2     down   4\n"
  let feed = FeedFixture(text, of: .init(isPolled: true))
  #expect(feed.values("kind") == ["web", "down"] && feed.values("size") == ["3", "4"])
}

@Test func `a line below several names that begin with a space is no column`() {
  // virsh list
  let machines = """
     Id   Name       State
    ---------------------------
     1    web        running
     -    db         shut off

    """
  let feed = FeedFixture(machines, of: .init(isPolled: true))
  #expect(feed.values("Name") == ["web", "db"] && feed.values("State") == ["running", "shut off"])
}

@Test func `what is left of a time, or past, identifies nothing`() {
  let timers = """
    NEXT                        LEFT          LAST                        PASSED       UNIT
    Fri 2026-11-27 06:00:00 UTC 10min left    Fri 2026-11-27 05:00:00 UTC 49min ago    a.timer
    Sat 2026-11-28 00:00:00 UTC 18h left      Fri 2026-11-27 00:00:01 UTC 5h 49min ago logrotate.timer
    Sat 2026-11-28 00:00:09 UTC 18h 1min left Fri 2026-11-27 00:00:01 UTC 5h 49min ago snap.timer

    """
  #expect(FeedFixture(timers, of: .init(isPolled: true)).keyRule == "UNIT")
}

@Test func `partitions of topics are identified by their names, and not by how far they were read`()
{
  // kafka-consumer-groups --describe
  let groups = """
    GROUP           TOPIC           PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG
    g1              orders          0          100             120             20
    g1              orders          1          50              51              1
    g1              mails           0          7               9               2

    """
  #expect(FeedFixture(groups, of: .init(isPolled: true)).keyRule == "GROUP,TOPIC,PARTITION")
}

@Test(arguments: [
  // git log --format=%h%x09%an, and with commas; one branch; instances by number; accounts with their shells.
  "d041b44\tAda\n851bda1\tBen\nef5fb38\tAda\n", "d041b44,Ada\n851bda1,Ben\n",
  "main\tf4d176a\n", "web-1\trunning\nweb-2\tstopped\n", "app v1.2\tok\napp v1.10\tfailed\n",
  "Ada\tada@example.org\nBen\tben@example.org\nAda\tada@example.org\nAda\tada@example.org\n",
  "core\tAda\nweb\tBen\nweb\tCy\ncore\tDan\ncore\tEve\n",
])
func `a record of words is no header if its cells are values of their columns`(text: String) {
  #expect(rows(text).count == text.split(separator: "\n").count)
}

@Test(arguments: [
  "name,type\nid,int\nname,text\nemail,text\n", "user,role\nalice,admin\nbob,viewer\n",
  "host\tload1\tload5\na\tlow\thigh\nb\tlow\tlow\n", "commit,author\n",
  "decade,facade\nx,y\n",
])
func `a header is one though a thing in the rows is called like its column`(text: String) {
  let feed = FeedFixture(text, of: .init(isPolled: true))
  let lines = text.split(separator: "\n")
  #expect(feed.list.count == lines.filter { $0 != lines[0] }.count)
  #expect(feed.decoder.format == (text.contains("\t") ? .tsv : .csv))
}

@Test func `a header above words is the same one whenever they arrive`() {
  let text = (0..<12).map { "\($0 % 3 == 0 ? "core" : "web")\tName\($0 % 5)" }
  for size in 1...text.count {
    var decoder = FeedDecoder()
    var list = RowList()
    for start in stride(from: 0, to: text.count, by: size) {
      let piece = text[start..<min(start + size, text.count)]
      let bytes = Array((piece.joined(separator: "\n") + "\n").utf8)
      for item in decoder.append(bytes) { list.apply(item) }
    }
    for item in decoder.reachEnd(isWhole: true) { list.apply(item) }
    #expect(list.count == text.count, "\(size) at a time")
    #expect(decoder.format == .tsv, "\(size) at a time")
  }
}

@Test func `lines of which all have as many cells between tabs are records`() {
  // dpkg-query -W -f='${Package}\t${Architecture}\t${Section}\n'
  let packages = FeedFixture(
    "adduser\tall\tadmin\nadwaita-icon-theme\tall\tgnome\nalsa-ucm-conf\tall\tlibs\napt\tamd64\tadmin\n",
    of: .init(isPolled: true)
  )
  #expect(packages.decoder.format == .tsv && packages.list.count == 4)
  #expect(packages.values("column 1") == ["adduser", "adwaita-icon-theme", "alsa-ucm-conf", "apt"])
  // Subjects of commits: only the last cell may consist of many words.
  let commits = FeedFixture(
    """
    2f7b8e1\tAda L\tFix the crash when a list is empty
    9d3d9a5\tBen\tSay "why" a row was taken
    c1\tEve\tx

    """,
    of: .init(isPolled: true)
  )
  #expect(commits.decoder.format == .tsv && commits.values("column 2") == ["Ada L", "Ben", "Eve"])
  // Not all lines have the same cells, the first ones are sentences, or there are only two lines.
  for text in [
    "./a\tb\nc\td\te\nf\tg\n", "./a\tb\n./c\td\n",
    "this is a long sentence\tx\nanother one that is long\ty\nz\tz\n",
    "\tat a.b(C.java:1)\n\tat a.d(C.java:2)\n\tat a.e(C.java:3)\n",
  ] {
    #expect(rows(text) == (.lines, text.split(separator: "\n").count), "\(text)")
  }
}

/// The output of duf(1): two boxes with titles, whose columns have other widths.
private let disks = """
  ╭──────────────────────────────╮
  │ 1 local device               │
  ├────────────┬────────┬────────┤
  │ MOUNTED ON │   SIZE │  USE%  │
  ├────────────┼────────┼────────┤
  │ /          │ 252.0G │   7.3% │
  ╰────────────┴────────┴────────╯
  ╭───────────────────────────╮
  │ 2 special devices         │
  ├──────────┬───────┬────────┤
  │ MOUNTED ON │ SIZE │ USE%  │
  ├──────────┼───────┼────────┤
  │ /dev/shm │ 23.5G │        │
  │ /run     │  2.0G │   1.0% │
  ╰──────────┴───────┴────────╯

  """

@Test func `the title in the box of a table is no header, and its columns are those below it`() {
  let feed = FeedFixture(disks, of: .init(isPolled: true))
  #expect(feed.list.count == 3 && feed.values("MOUNTED ON") == ["/", "/dev/shm", "/run"])
  #expect(feed.values("SIZE") == ["252.0G", "23.5G", "2.0G"])
  // aws s3api list-buckets --output table
  let buckets = FeedFixture(
    """
    ------------------------
    |      ListBuckets     |
    +-------------+--------+
    |   Created   | Name   |
    +-------------+--------+
    |  2026-01-02 |  logs  |
    |  2026-02-03 |  site  |
    +-------------+--------+

    """,
    of: .init(isPolled: true)
  )
  #expect(buckets.values("Name") == ["logs", "site"])
}

@Test(arguments: [1, 2, 3, 4])
func `rows in a box below a title may have no names`(count: Int) {
  // aws ec2 describe-instances --query 'Reservations[].Instances[].[InstanceId,State.Name]' --output table
  let instances = (1...count).map { "|  i-\($0) |  running  |" }
  let rule = "+------+-----------+"
  let lines = ["--------------------", "| DescribeInstances|", rule] + instances + [rule]
  let text = lines.joined(separator: "\n") + "\n"
  let feed = FeedFixture(text, of: .init(isPolled: true))
  #expect(feed.values("column 1") == (1...count).map { "i-\($0)" })
  #expect(feed.values("column 2") == Array(repeating: "running", count: count))
}

@Test func `a table with one column in a box has its name`() {
  let text = "+-------+\n| names |\n+-------+\n| a     |\n| b|c   |\n+-------+\n"
  #expect(FeedFixture(text, of: .init(isPolled: true)).values("names") == ["a", "b|c"])
}

/// The output of iptables(8) for chains with numbers of rules.
private func chains(_ rules: [(chain: String, targets: [String])], packets: Int = 0) -> String {
  rules.map { chain, targets in
    let header = """
      Chain \(chain) (policy ACCEPT \(packets) packets, 0 bytes)
      target     prot opt source               destination

      """
    return targets.reduce(header) { text, target in
      let cell = target + String(repeating: " ", count: 10 - target.count)
      return text + "\(cell) 6    --  0.0.0.0/0            0.0.0.0/0\n"
    }
  }.joined(separator: "\n")
}

@Test func `tables with the same header say in which of them a row is`() {
  let rules: [(chain: String, targets: [String])] = [
    ("INPUT", ["ACCEPT", "DROP"]), ("FORWARD", []), ("OUTPUT", ["REJECT"]), ("web", ["ACCEPT"]),
  ]
  var feed = FeedFixture(chains(rules), of: .init(isPolled: true))
  #expect(feed.values("Chain") == ["INPUT", "INPUT", "OUTPUT", "web"])
  #expect(feed.values("target") == ["ACCEPT", "DROP", "REJECT", "ACCEPT"])
  // In the next run only one chain has rules, and the packets are others.
  let next = chains([("INPUT", []), ("web", ["ACCEPT"])], packets: 7)
  feed.items += feed.decoder.append(Array(next.utf8)) + feed.decoder.endRun()
  #expect(feed.values("Chain") == ["web"] && feed.values("prot") == ["6"])
}

@Test(arguments: 0...3)
func `captions of tables without rows are no rows`(first: Int) {
  let rules = ["PREROUTING", "INPUT", "OUTPUT"].enumerated().map { number, name in
    (chain: name, targets: number < first ? [] : ["DNAT", "SNAT"])
  }
  let feed = FeedFixture(chains(rules), of: .init(isPolled: true))
  #expect(feed.list.count == 2 * (3 - first))
  #expect(feed.values("target").allSatisfy { ["DNAT", "SNAT"].contains($0) })
}

@Test func `times above a header that is printed again and again are no names of tables`() {
  let text = (0..<3).map { minute in
    """
    Fri Nov 27 12:0\(minute):00 UTC 2026
    PID    USER   COMMAND
    1      root   init
    \(20 + minute)     ada    make

    """
  }.joined(separator: "\n")
  let feed = FeedFixture(text, of: .init(isPolled: true))
  #expect(feed.values("COMMAND") == (0..<3).flatMap { _ in ["init", "make"] })
  #expect(feed.values("section").allSatisfy { $0 == nil })
}
