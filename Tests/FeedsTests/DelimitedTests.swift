import FeedFormats
import FeedSources
import FeedStore
import FeedValues
import Testing

/// The names of the first row, and the cells of all.
private func read(
  _ text: String,
  _ options: FeedDecoder.Options = .init(isPolled: true)
)
  -> (format: FeedFormat?, names: [String], rows: [[String]])
{
  let feed = FeedFixture(text, of: options)
  let cells = feed.cells
  return (feed.decoder.format, cells.first?.map(\.name) ?? [], cells.map { $0.map(\.text) })
}

@Test func `an index without a name is a column of its own`() {
  let feed = read(",name,score\n0,Ada,1.5\n1,Bob,2\n")
  #expect(feed.format == .csv && feed.names == ["column 1", "name", "score"])
  #expect(feed.rows == [["0", "Ada", "1.5"], ["1", "Bob", "2"]])
}

@Test func `spaces between a separator and a quotation mark belong to no cell`() {
  let feed = read("\"id\", \"name\"\n1, \"Ada, L\"\n2, \"Bob\"\n")
  #expect(feed.format == .csv && feed.names == ["id", "name"])
  #expect(feed.rows == [["1", "Ada, L"], ["2", "Bob"]])
}

@Test func `names may be numbers if they are not values`() {
  let years = read("country,2019,2020\nFR,1,2\nDE,3,4\n")
  #expect(years.format == .csv && years.names == ["country", "2019", "2020"])
  let numbers = read("0,1,2\n5,x,7\n8,y,10\n")
  #expect(numbers.names == ["0", "1", "2"] && numbers.rows.count == 2)
}

@Test func `duplicate names are numbered`() {
  let feed = read("a,b,a\n1,2,3\n4,5,6\n")
  #expect(feed.names == ["a", "b", "a 3"] && feed.rows == [["1", "2", "3"], ["4", "5", "6"]])
}

@Test func `bars separate cells, and a count below them is not a row`() {
  let feed = read("id|name|amount\n1|Ada|12\n2|Bob|13\n(2 rows)\n")
  #expect(feed.format == .csv && feed.names == ["id", "name", "amount"])
  #expect(feed.rows == [["1", "Ada", "12"], ["2", "Bob", "13"]])
}

@Test func `lines may end in carriage returns alone`() {
  let feed = read("id,name\r1,Ada\r2,Bob\r")
  #expect(feed.format == .csv && feed.names == ["id", "name"])
  #expect(feed.rows == [["1", "Ada"], ["2", "Bob"]])
}

@Test func `records without names keep their first row`() {
  let feed = read("12,2026-01-01,x\n13,2026-01-02,y\n14,2026-01-03,z\n")
  #expect(feed.names == ["column 1", "column 2", "column 3"] && feed.rows.count == 3)
}

@Test func `sentences with commas are lines`() {
  for text in [
    "First, we go.\nThen, we stop.\n", "2026-11-22 10:00:00,123 INFO started, twice\n",
    "a, b and c\nd, e and f\n",
  ] {
    #expect(read(text).format == (text.contains("INFO") ? .log : .lines), "\(text)")
  }
}

@Test func `the requested separator is used`() {
  let feed = read(
    "a:b,c\n1:2,3\n",
    .init(format: .csv, separator: UInt8(ascii: ":"), isPolled: true)
  )
  #expect(feed.names == ["a", "b,c"] && feed.rows == [["1", "2,3"]])
}

@Test func `padding of cells is removed`() {
  let feed = read("NAME   \tREVISION\nweb    \t3       \nmonitor\t12      \n")
  #expect(feed.format == .tsv && feed.names == ["NAME", "REVISION"])
  #expect(feed.rows == [["web", "3"], ["monitor", "12"]])
}

@Test func `a name in quotation marks may be any text`() {
  let questions = read(
    "Timestamp,\"How are you, today?\",Score\n2026-11-26 10:00:00,Fine,3\n2026-11-26 10:05:00,Good,5\n"
  )
  #expect(questions.format == .csv)
  #expect(questions.names == ["Timestamp", "How are you, today?", "Score"])
  #expect(questions.rows.map(\.last) == ["3", "5"])
  let units = read("\"id\",\"Load: avg; 1m\",\"note\"\n1,12.50,a\n2,7.00,b\n")
  #expect(units.names == ["id", "Load: avg; 1m", "note"] && units.rows.count == 2)
  // Sentences above sentences are records without names.
  let quotations = read(
    "\"Yes, we can.\",\"Now, then.\"\n\"No, we can't.\",\"Later, if at all.\"\n"
  )
  #expect(quotations.rows.count == 2)
}

@Test func `a name may have a colon in it, but text with a colon is no name`() {
  let ratios = read("name,Ratio a:b,ns:size\nx,0.5,10\ny,0.25,20\n")
  #expect(ratios.format == .csv)
  #expect(ratios.names == ["name", "Ratio a:b", "ns:size"])
  #expect(ratios.rows == [["x", "0.5", "10"], ["y", "0.25", "20"]])
  let hosts = read("id\thost:port\tx\n1\ta:80\t5\n2\tb:8080\t6\n")
  #expect(hosts.format == .tsv && hosts.names == ["id", "host:port", "x"])
  #expect(hosts.rows == [["1", "a:80", "5"], ["2", "b:8080", "6"]])
  let messages = read(
    "INFO:root:started,waiting,idle\nINFO:db:opened,ready,idle\nWARNING:db:slow,busy,ill\n"
  )
  #expect(!messages.names.contains("INFO:root:started"))
}

// MARK: Quotation marks without an end

/// Records of three cells, some of whose lines are replaced by others.
private func records(_ count: Int, replacing: [Int: String]) -> [String] {
  (1...count).map { replacing[$0] ?? "\($0),item \($0),\($0 * 3)" }
}

private func feed(_ lines: [String]) -> FeedFixture {
  FeedFixture("id,name,amount\n" + lines.map { "\($0)\n" }.joined(), of: .init(isPolled: true))
}

@Test(
  arguments: [
    [30: "30,\"item thirty,90"], [3: "3,\"item three,9"],
    // The next quotation mark, which would be the end, begins a cell or ends another one.
    [30: "30,\"item thirty,90", 33: "33,\"item, three\",99"],
    [30: "30,\"item thirty,90", 31: "31,\"item thirty-one,93"],
    [30: "30,\"item thirty,90", 33: "33,item 33,\"99\""],
  ]
)
func `a quotation mark without an end is part of its cell`(replacing: [Int: String]) throws {
  let feed = feed(records(40, replacing: replacing))
  #expect(feed.ids == (1...40).map(String.init))
  let first = try #require(replacing.keys.min())
  #expect(feed.values("name")[first - 1]?.hasPrefix("\"item") == true)
  #expect(feed.values("amount")[first - 1] == "\(first * 3)")
  // The header is the first line.
  let malformed = try #require(feed.decoder.malformedInput.newest.first)
  #expect(malformed.line == first + 1 && malformed.reason == FeedText.Malformed.openQuote)
}

@Test func `a quotation mark without an end delays the rows of a stream by some lines at most`() {
  var decoder = FeedDecoder()
  var items = decoder.append(Array("id,name,amount\n1,a,2\n2,\"b,3\n".utf8))
  items += decoder.reachEnd(isWhole: false)
  for number in 3...60 { items += decoder.append(Array("\(number),x,5\n".utf8)) }
  items += decoder.reachEnd(isWhole: false)
  var list = RowList()
  for item in items { list.apply(item) }
  #expect(list.count == 60)
}

@Test func `a cell may have many lines, and those of a record cut off are no records`() {
  let text = (1...500).map { "line \($0), of a long text" }.joined(separator: "\n")
  let whole = feed(records(5, replacing: [3: "3,\"\(text)\",9"]))
  #expect(whole.ids == ["1", "2", "3", "4", "5"] && whole.values("name")[2] == text)
  #expect(whole.decoder.malformedInput.count == 0)
  // Even if its lines could be records.
  let similar = feed(records(5, replacing: [3: "3,\"Dear Ada,\nyours, B, C\nsee, you, soon\",9"]))
  #expect(similar.ids == ["1", "2", "3", "4", "5"] && similar.decoder.malformedInput.count == 0)
  // A record whose quotation mark has an end is one, whatever its number of cells.
  for (text, cell) in [
    ("Datum;Text\n2026-01-01;\"Zeile 1\nZeile 2\";\n2026-01-02;\"x\";\n", "Zeile 1\nZeile 2"),
    ("id,name,note\n1,\"a\nb\"\n3,\"bar, x\nbaz, y, z\"\n", "bar, x\nbaz, y, z"),
    ("id,note\n1,\"start\n\(String(repeating: "\n", count: 40))end\"\n2,ok\n", nil),
    ("id,query\n1,\"SELECT\n\(String(repeating: " t.column,\n", count: 40))FROM t\"\n2,ok\n", nil),
  ] {
    let feed = FeedFixture(text, of: .init(isPolled: true))
    #expect(feed.list.count == 2 && feed.decoder.malformedInput.count == 0, "\(text)")
    #expect(cell == nil || feed.cells.joined().contains { $0.text == cell }, "\(text)")
  }
  let cut = feed(records(5, replacing: [5: "5,\"\(text)"]))
  #expect(cut.ids == ["1", "2", "3", "4"])
  #expect(cut.decoder.malformedInput.newest.map(\.reason) == [FeedText.Malformed.recordCutOff])
}

@Test func `quotation marks that end and begin in each line are read once`() {
  // Each line ends inside the quotation marks that it opens: read again and again, they would take minutes.
  let lines = [String](repeating: "x,\",\"", count: 20_000)
  let feed = FeedFixture(
    "a,b\n1,2\n3,4\n" + lines.joined(separator: "\n"),
    of: .init(isPolled: true)
  )
  #expect(feed.list.count + feed.decoder.malformedInput.count > 2)
}

@Test func `a line with as many cells as the records is no comment, whatever it begins with`() {
  let feed = FeedFixture(Array("# colours\nid,name,shade\n1,red,2\n#2,blue,3\n# end\n".utf8))
  #expect(feed.cells.map { $0.map(\.text) } == [["1", "red", "2"], ["#2", "blue", "3"]])
}
