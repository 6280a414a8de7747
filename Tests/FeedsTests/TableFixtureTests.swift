import TestSupport
import FeedSources
import FeedStore
import FeedValues
import Testing

@Test(arguments: TableFixture.names)
func `each cell of a command's table is under its column's title`(_ name: String) throws {
  let fixture = try TableFixture(name)
  let feed = FeedFixture(try TableFixture.bytes(name), .init(isPolled: true))
  #expect(feed.decoder.malformedInput.count == 0)
  let cells = feed.cells
  #expect(cells.count == fixture.rows.count, "\(fixture.command)")
  for (row, expected) in zip(cells, fixture.rows) {
    #expect(row.map(\.name) == fixture.columns, "\(fixture.command)")
    #expect(row.map(\.text) == expected, "\(fixture.command)")
  }
}

@Test func `tables of at least sixty commands are parsed`() {
  #expect(TableFixture.names.count >= 60)
}

@Test(arguments: TableFixture.names)
func `a table is the same wherever it is split`(_ name: String) throws {
  let bytes = try TableFixture.bytes(name)
  let whole = FeedFixture(bytes, .init(isPolled: true))
  for size in [1, 61] {
    let cut = FeedFixture(bytes, inPiecesOf: size)
    #expect(cut.items == whole.items, "in pieces of \(size)")
  }
}

@Test(arguments: ["free", "kubectl-top", "proc-swaps", "rst-table"])
func `a table is the same if it is split once at any byte`(_ name: String) throws {
  let bytes = try TableFixture.bytes(name)
  let whole = FeedFixture(bytes, .init(isPolled: true))
  for cut in 0...bytes.count {
    let feed = FeedFixture(bytes, .init(isPolled: true), cutAt: cut)
    #expect(feed.items == whole.items, "at \(cut)")
  }
}

@Test func `damaged tables are read to their ends without a crash`() throws {
  var random = SeededGenerator(seed: 11)
  for name in TableFixture.names {
    let original = try TableFixture.bytes(name)
    for _ in 0..<3 {
      var bytes = original
      for _ in 0..<(1 + random.next(below: 12)) where !bytes.isEmpty {
        let place = random.next(below: bytes.count)
        switch random.next(below: 4) {
        case 0: bytes[place] = UInt8(random.next(below: 256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: [0x1B, 0x5B, 0x0A, 0x7C].shuffled(by: &random), at: place)
        default: bytes.insert(contentsOf: original.suffix(place).prefix(200), at: place)
        }
      }
      let whole = FeedFixture(bytes, .init(isPolled: true))
      // The rows are at most a few times as long as the input.
      let size = whole.list.rows.reduce(0) { $0 + $1.value.string.utf8.count }
      #expect(size <= 64 * bytes.count + 4_096, "\(name)")
      let cut = FeedFixture(bytes, inPiecesOf: 1 + random.next(below: 97))
      #expect(cut.items == whole.items, "\(name)")
    }
  }
}

@Test func `the columns of a table stay the same from run to run`() throws {
  // In the first run the space in `Mounted on` is not to be told from the end of a name.
  var decoder = FeedDecoder(.init(isPolled: true))
  let runs = [
    "  PID   RSS COMMAND\n    1  1200 init\n   22   999 sh\n",
    "  PID   RSS COMMAND\n    1 120000 init\n   22 99999999 sh\n",
    "    PID   RSS COMMAND\n      1  1200 init\n1234567 88888 a b  c\n",
  ]
  var rows: [[String]] = []
  for run in runs {
    var list = RowList()
    for item in decoder.append(Array(run.utf8)) + decoder.endRun() { list.apply(item) }
    rows += list.rows.map(\.value.string).map { [$0] }
  }
  #expect(
    rows.flatMap(\.self) == [
      #"{"PID":1,"RSS":1200,"COMMAND":"init"}"#, #"{"PID":22,"RSS":999,"COMMAND":"sh"}"#,
      #"{"PID":1,"RSS":120000,"COMMAND":"init"}"#, #"{"PID":22,"RSS":99999999,"COMMAND":"sh"}"#,
      #"{"PID":1,"RSS":1200,"COMMAND":"init"}"#, #"{"PID":1234567,"RSS":88888,"COMMAND":"a b  c"}"#,
    ]
  )
}

@Test func `lists without a header keep their first row`() {
  for text in [
    "proc /proc proc rw,relatime 0 0\nsysfs /sys sysfs rw,relatime 0 0\n",
    "arptables   auto   /usr/sbin/arptables-nft\nawk         auto   /usr/bin/mawk\n",
    "acl\t\t\tinstall\nadduser\t\t\tinstall\n",
    "tcpmux\t\t1/tcp\t\t\t\t# TCP port service\necho\t\t7/tcp\necho\t\t7/udp\ndiscard\t\t9/tcp\t\tsink null\n",
  ] {
    let feed = FeedFixture(text, of: .init(isPolled: true))
    #expect(feed.list.count == text.split(separator: "\n").count, "\(text)")
  }
}

@Test func `colours are not part of cells or lines`() {
  let table = FeedFixture(
    "\u{1B}[1mNAME\u{1B}[0m   STATUS\na      \u{1B}[32mok\u{1B}[0m\nbb     \u{1B}[38;5;1mbad\u{1B}[m\n",
    of: .init(isPolled: true)
  )
  #expect(table.values("STATUS") == ["ok", "bad"])
  let lines = FeedFixture(
    "\u{1B}[32m+ a\u{1B}[0m\n\u{1B}]8;;http://x\u{1B}\\b\u{1B}]8;;\u{1B}\\\n",
    of: .init()
  )
  #expect(Set(lines.list.rows.map(\.value.string)) == ["+ a", "b"])
}

@Test func `rows after a gap in a table continue it, and legends do not`() {
  let text = """
    NAME   STATE
    a      running
    bb     stopped

    ccc    running

    3 machines listed.

    """
  let feed = FeedFixture(text, of: .init(isPolled: true))
  #expect(feed.values("NAME") == ["a", "bb", "ccc"])
}

extension SeededGenerator {
  mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

extension Array {
  fileprivate func shuffled(by random: inout SeededGenerator) -> [Element] {
    shuffled(using: &random)
  }
}
