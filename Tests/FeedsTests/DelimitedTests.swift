import Feeds
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
    "proc /proc proc rw,relatime 0 0\nsysfs /sys sysfs rw,relatime 0 0\n",
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
