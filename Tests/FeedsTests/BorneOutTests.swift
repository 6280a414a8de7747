import FeedFormats
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Testing

@testable import FeedValues

/// Texts whose first lines claim more than the others bear out, and the values of a field of their rows.
private let claims: [(text: String, field: String, values: [String])] = [
  // An entry of a log without a part that others have.
  (
    "10:00:00 [main] INFO a\n10:00:01 [main] INFO b\n10:00:02 ERROR disk full\n10:00:03 [main] INFO c\n",
    "level", ["INFO", "INFO", "ERROR", "INFO"]
  ),
  (
    "10:00:00 INFO a\n10:00:01 INFO b\n10:00:02 plain text\n10:00:03 ERROR c\n",
    "message", ["a", "b", "plain text", "c"]
  ),
  (
    "10:00:00.123 - a\n10:00:00.223 - b\n10:00:01 c\n10:00:02.123 - d\n",
    "message", ["a", "b", "c", "d"]
  ),
  (
    "==> a.log <==\n2026-11-29 10:00:00 INFO a\n2026-11-29 10:00:01 INFO b\n\n==> b.log <==\n2026-11-29 10:00:02 INFO c\n",
    "message", ["a", "b", "c"]
  ),
  // Braces and brackets of other languages than JSON.
  (
    "{'id': 1, 'ok': True}\n{'id': 2, 'ok': None}\n", "",
    ["{'id': 1, 'ok': True}", "{'id': 2, 'ok': None}"]
  ),
  ("[ { id: 1 }, { id: 2 } ]\n{ id: 3 }\n", "", ["[ { id: 1 }, { id: 2 } ]", "{ id: 3 }"]),
  ("{{ .Values.x }} a\n{{ end }} b\nfoo\n", "", ["{{ .Values.x }} a", "{{ end }} b", "foo"]),
  ("{} a\n{} b\n{} c\n", "", ["{} a", "{} b", "{} c"]),
  ("[] buy milk\n[] write\n", "", ["[] buy milk", "[] write"]),
  ("[\"a\"] first\n[\"b\"] second\n", "", ["[\"a\"] first", "[\"b\"] second"]),
  ("\"Ann\" 12\n\"Bob\" 13\n", "", ["\"Ann\" 12", "\"Bob\" 13"]),
  // JSON that is cut off, or nearly JSON.
  ("[\"hello, world\"] text\n[\"b\"] more\n", "", ["[\"hello, world\"] text", "[\"b\"] more"]),
  ("{oops\n{\"id\":1}\n{\"id\":2}\n", "id", ["2", "1"]),
  (
    "[{\"id\":1,\"v\":1},\n{\"id\":2,\"v\":NaN},\n{\"id\":3,\"v\":-Infinity}]\n", "v",
    ["1", "NaN", "-Infinity"]
  ),
  ("[{\"id\":1,},\n{\"id\":2},\n]\n", "id", ["1", "2"]),
  // A table at the end of other lines.
  (
    "b40df95 Add login\n5737153 Fix typo\n9bd2269 Initial commit\n", "",
    ["b40df95 Add login", "5737153 Fix typo", "9bd2269 Initial commit"]
  ),
  // A separator in the first line only, one that others have as well, and numbers that are no names.
  (
    "server started,listening\nrequest 1\nrequest 2\nrequest 3\n", "",
    ["server started,listening", "request 1", "request 2", "request 3"]
  ),
  ("1\t2\tx\n2\t4\tx\n3\t6\tx\n", "column 1", ["1", "2", "3"]),
  (
    "Account;DE12\nPeriod;01.11. - 29.11.\nBalance;1,5\n\nDate;Payee;Amount\n02.11.;Shop;-3,50\n03.11.;\"a; b\";2\n",
    "Payee", ["Shop", "a; b"]
  ),
  // Pairs within pairs.
  (
    "type=USER_LOGIN msg=audit(1795946401.000:4568): pid=99 ses=1 msg='op=login acct=\"root\" addr=203.0.113.9 res=failed'\u{1D}UID=\"root\"\ntype=SYSCALL msg=audit(1795946400.123:4567): arch=c000003e res=success comm=\"ls\" key=\"exec\"\n",
    "res", ["failed", "success"]
  ),
  // Fields behind a time are no access log, and colons no passwords.
  (
    "1795946400 1 2 3 4 5 6 7 8 9 10 11 12 13\n1795946401 1 2 3 4 5 6 7 8 9 10 11 12 14\n",
    "message",
    ["1 2 3 4 5 6 7 8 9 10 11 12 13", "1 2 3 4 5 6 7 8 9 10 11 12 14"]
  ),
  ("eth0:1:2:up\neth1:3:4:down\n", "", ["eth0:1:2:up", "eth1:3:4:down"]),
  ("./run.sh: starting with:\nfoo bar\n", "", ["./run.sh: starting with:", "foo bar"]),
  // A title that is underlined, and boxes below each other.
  (
    "                 Daily Sales Report\n----------------------------------------------------\n\nRegion    Units     Revenue\n------    -----     -------\nNorth        12     1200.50\nSouth         7      700.00\n",
    "Region", ["North", "South"]
  ),
  (
    "+----+------+\n| id | name |\n+----+------+\n|  1 | Ann  |\n+----+------+\n+-----+-------+\n| oid | total |\n+-----+-------+\n|  10 |  12.5 |\n+-----+-------+\n",
    "total", ["none", "12.5"]
  ),
  // Names that are centred: the first one is far from the margin, and one has no rows.
  (
    "     created_at      |  key   | user \n---------------------+--------+------\n 2026-11-01 10:00:00 | a b    | 7\n x                   | [x]    | \n(2 rows)\n\n",
    "key", ["a b", "[x]"]
  ),
  (" path \n------\n(0 rows)\n\n", "path", []),
  // Colours.
  (
    "\u{1B}[33m8465b70\u{1B}[m\tAnn\tMerge\n\u{1B}[33m20fd1e1\u{1B}[m\tAnn\tAdd\n\u{1B}[33m9f62923\u{1B}[m\tBob\tFix\n",
    "column 1", ["8465b70", "20fd1e1", "9f62923"]
  ),
  ("\u{1B}[1mid,name\u{1B}[0m\n1,\u{1B}[31mred\u{1B}[0m\n2,blue\n", "name", ["red", "blue"]),
]

/// A text, a field of its rows and the values that it has there; the empty name stands for the row itself.
struct ExpectedReading: Sendable, CustomTestStringConvertible {
  let text: String
  let field: String
  let values: [String]

  init(_ text: String, _ field: String, _ values: [String]) {
    (self.text, self.field, self.values) = (text, field, values)
  }

  var testDescription: String { String(text.prefix(40)) }

  /// Expects the values, however the text arrives.
  func check() {
    let whole = FeedFixture(text, of: .init())
    let rows = Array(whole.list.rows)
    #expect(
      rows.map { field.isEmpty ? $0.value.string : $0.value.member(field)?.string ?? "none" }
        == values
    )
    var decoder = FeedDecoder(.init())
    var list = RowList()
    func take(_ items: [FeedItem]) { for item in items { list.apply(item) } }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      take(decoder.append(Array("\(line)\n".utf8)))
      take(decoder.reachEnd(isWhole: false))
    }
    take(decoder.finish())
    #expect(list.rows.map(\.value.string) == rows.map(\.value.string))
    // Wherever it is cut.
    for cut in 0...text.utf8.count {
      #expect(
        FeedFixture(Array(text.utf8), cutAt: cut).list.rows.map(\.value.string)
          == rows.map(\.value.string)
      )
    }
  }
}

@Test(arguments: claims.map { ExpectedReading($0.text, $0.field, $0.values) })
func `a reading is given up if the lines do not bear it out`(reading: ExpectedReading) {
  reading.check()
}

@Test func `a text of controls alone does not hide the lines behind it`() {
  let text = String(repeating: "\u{1B}[0m", count: 17_000) + "\nhello world\nfoo bar\n"
  let feed = FeedFixture(text, of: .init())
  #expect(feed.list.rows.map(\.value.string) == ["hello world", "foo bar"])
}

@Test func `whether a table is one does not depend on how many lines came with it`() {
  let table = "NAME    READY   AGE\n" + (0..<30).map { "pod-\($0 + 10)  1/1     5d\n" }.joined()
  let text = table + (0..<300).map { "And then, number \($0), a sentence.\n\n" }.joined()
  let whole = FeedFixture(text, of: .init())
  let halves = FeedFixture(Array(text.utf8), cutAt: 2_000)
  #expect(whole.list.count == halves.list.count)
}

@Test func `a log of objects keeps its plain lines also if a command prints it`() {
  let text = (0..<3).map { number in
    #"{"time":"2026-11-29T10:00:0\#(number)Z","level":"info","msg":"m"}"# + "\npanic: \(number)\n"
  }.joined()
  let (stream, run) = (FeedFixture(text, of: .init()), FeedFixture(text, of: .init(isPolled: true)))
  #expect(stream.list.count == 6 && run.list.count == 6)
  #expect(run.decoder.malformedInput.count == 0)
}

@Test(arguments: [
  // The number of the job, the process and the session, not what it is called, its user or its state.
  (
    [#"{"Job ID":"1234.head","Name":"simulation"}"#, #"{"Job ID":"1235.head","Name":"STDIN"}"#],
    "Job ID"
  ),
  ([#"{"UID":"root","PID":812,"CMD":"a"}"#, #"{"UID":"www","PID":813,"CMD":"b"}"#], "PID"),
  (
    [#"{"SESSION":1,"UID":1000,"USER":"ann"}"#, #"{"SESSION":12,"UID":1001,"USER":"bob"}"#],
    "SESSION"
  ),
  (
    [
      #"{"TYPE":"Warning","REASON":"BackOff","OBJECT":"pod/a"}"#,
      #"{"TYPE":"Normal","REASON":"Pulled","OBJECT":"pod/b"}"#,
    ], "OBJECT"
  ),
  ([#"{"REVISION":1,"CHART":"a-1.0"}"#, #"{"REVISION":2,"CHART":"a-1.1"}"#], "REVISION"),
  (
    [
      #"{"NEXT":"Sun 2026-11-29 10:09:00 CET","UNIT":"a.timer"}"#,
      #"{"NEXT":"Mon 2026-11-30 00:00:00 CET","UNIT":"b.timer"}"#,
    ],
    "UNIT"
  ),
  (
    [
      #"{"time":"00:10:01","runq-sz":0,"blocked":3}"#,
      #"{"time":"00:20:01","runq-sz":1,"blocked":4}"#,
    ], "time"
  ),
  // The step of a job, a file and not its owner or its checksum; a quantity identifies nothing.
  (
    [#"{"JobID":12,"State":"RUNNING"}"#, #"{"JobID":12.0,"State":"COMPLETED"}"#], "JobID"
  ),
  ([#"{"FILE":"/a","UID":101,"SIZE":1}"#, #"{"FILE":"/b","UID":102,"SIZE":2}"#], "FILE"),
  (
    [
      #"{"hash":"cc3493ecd2d09837","filename":"a.conf"}"#,
      #"{"hash":"447bee675a8bec31","filename":"b.conf"}"#,
    ], "filename"
  ),
  ([#"{"temp":20.1,"humidity":40}"#, #"{"temp":20.3,"humidity":41}"#], nil),
  // What an entry says is not what it is, and idle time no identifier.
  (
    [
      #"{"level":"info","time":"2026-11-29T10:00:00Z","message":"a"}"#,
      #"{"level":"error","time":"2026-11-29T10:00:01Z","message":"b"}"#,
    ],
    nil
  ),
  ([#"{"r":1,"us":74,"sy":4,"id":22}"#, #"{"r":1,"us":1,"sy":4,"id":95}"#], nil),
])
func `rows are identified by what they are`(rows: [String], key: String?) {
  let feed = FeedFixture("[\(rows.joined(separator: ","))]\n", of: .init(isPolled: true))
  #expect(feed.decoder.keyRule == (key.map { .fields([FieldPath([$0])]) } ?? .content))
}

@Test func `controls within controls are text, however many there are`() {
  let count = 10_000
  let text =
    String(repeating: "\u{1B}[0", count: count) + String(repeating: "m", count: count)
    + "\nhello world\n"
  #expect(FeedFixture(text, of: .init()).list.rows.last?.value.string == "hello world")
}
