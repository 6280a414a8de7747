import Feeds
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
    let items = decoder.append(Array("event: a\ndata: {\"id\":1}\n\n".utf8))
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
