import FeedFormats
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Values
import Testing

/// The texts of the rows of a list, in order.
private func texts(_ list: RowList) -> [String] {
  list.rows.map { String(decoding: $0.value.text.withBytes { Array($0) }, as: UTF8.self) }
}

private struct Reading {
  var decoder: FeedDecoder
  var list = RowList()

  init(_ options: FeedDecoder.Options) { decoder = FeedDecoder(options) }

  mutating func take(_ items: [FeedItem]) { for item in items { list.apply(item) } }
  mutating func append(_ text: some Sequence<UInt8>) { take(decoder.append(Array(text))) }
  mutating func reachEnd(isWhole: Bool) { take(decoder.reachEnd(isWhole: isWhole)) }
  mutating func endOpenLine(isWhole: Bool = false) { take(decoder.endOpenLine(isWhole: isWhole)) }
  mutating func finish() { take(decoder.finish()) }
}

private let csv = "id,name,n\nk1,ann,10\nk2,\"b, o\",200\nk3,cy,3"
private let table = "NAME   READY  AGE\nweb-0  1/1    5d\nweb-1  0/1    12m\ndb-0   1/1    3h"
private let logfmt = "level=info msg=start id=1\nlevel=warn msg=slow id=2\nlevel=info msg=end id=33"

@Test(arguments: [
  (FeedFormat.csv, csv, 3), (.tsv, csv.replacing(",", with: "\t"), 3), (.table, table, 3),
  (.lines, "one\ntwo words\nthree", 3), (.log, logfmt, 3), (.settings, "a = 1\nb = 22\nc = 3", 3),
  (.metrics, "up 1\nhttp_total 200\nqueue 34", 3), (.json, "1\n2\n345", 3),
  (.yaml, "- id: 1\n- id: 2\n- id: 3", 3),
])
func `the last line of a file is a row, whether or not anything ends it`(
  format: FeedFormat,
  text: String,
  count: Int
) {
  for end in ["", "\n"] {
    var file = Reading(.init(format: format))
    file.append((text + end).utf8)
    file.reachEnd(isWhole: true)
    file.endOpenLine(isWhole: true)
    #expect(file.list.count == count, "\(format) \(end.debugDescription): \(texts(file.list))")
    // The rows at the end of the feed.
    var whole = Reading(.init(format: format))
    whole.append((text + end).utf8)
    whole.finish()
    #expect(texts(file.list) == texts(whole.list), "\(format)")
  }
}

@Test(arguments: [
  (FeedFormat.csv, csv), (.tsv, csv.replacing(",", with: "\t")),
  (.lines, "one\ntwo words\r\nthree"),
  (.log, logfmt), (.settings, "a = 1\nb = 22\nc = 3"), (.json, "12 345\n6"),
])
func `a line that pauses anywhere is what it is in one piece`(format: FeedFormat, text: String) {
  let bytes = Array(text.utf8)
  for end in ["", "\n"] {
    let bytes = bytes + Array(end.utf8)
    var whole = Reading(.init(format: format))
    whole.append(bytes)
    whole.finish()
    for cut in 1..<bytes.count {
      for next in [cut, min(cut + 1, bytes.count), bytes.count] {
        var stream = Reading(.init(format: format))
        stream.append(bytes[..<cut])
        stream.reachEnd(isWhole: false)
        stream.endOpenLine()
        stream.append(bytes[cut..<next])
        stream.reachEnd(isWhole: false)
        stream.endOpenLine()
        stream.append(bytes[next...])
        stream.finish()
        // A list that was complete when it paused has later rows on top.
        #expect(
          texts(stream.list).sorted() == texts(whole.list).sorted(),
          "\(format), \(cut), \(next)"
        )
        #expect(stream.decoder.byteCount == bytes.count)
        #expect(stream.decoder.malformedInput.count == whole.decoder.malformedInput.count)
      }
    }
  }
}

@Test func `a cut record or cut JSON is no row before it is complete`() {
  var stream = Reading(.init(format: .csv))
  stream.append("id,n\n12,5\n1".utf8)
  stream.reachEnd(isWhole: true)
  stream.endOpenLine()
  #expect(texts(stream.list) == [#"{"id":12,"n":5}"#])
  stream.append("3,6\n".utf8)
  stream.reachEnd(isWhole: true)
  #expect(stream.list.count == 2)
  var pods = Reading(.init(format: .table))
  pods.append("NAME   READY\nweb-0  1/1\nweb-1  0/1\nweb".utf8)
  pods.reachEnd(isWhole: false)
  pods.endOpenLine()
  #expect(pods.list.count == 2)
  var log = Reading(.init(format: .log))
  log.append("start\n{\"level\":\"in".utf8)
  log.reachEnd(isWhole: false)
  log.endOpenLine()
  #expect(log.list.count == 1)
  log.append("fo\"}\n".utf8)
  log.reachEnd(isWhole: false)
  #expect(log.list.count == 2)
}

@Test(arguments: [
  // The last cell is the key of the row, or of another one.
  (FeedFormat.csv, "user,id\nann,1\nbob,10\ncyd,2", "0\n", nil as String?),
  (.csv, "user,id\nann,1\nbob,10\ncyd,100\ndan,1", "01\nann,102\nbob,103\nann,104\n", nil),
  (.csv, "name,id\nfoo,1\nbar,10\nbaz,1", "2\nend,99\n", "id"),
  (.csv, "id,name\n1,foo\n2,ba", "r\n3,c\n4,d\n", nil),
  (.csv, "id,name\n1,foo\n2,\"ba", "r, x\"\n3,c\n", nil),
  (
    .table, "NAME   STATUS   AGE\nfoo    Running  1d\nbar    Running  2d\nfo", "o2   Pending  3d\n",
    nil
  ),
  (
    .table, "NAME   STATUS   AGE\nfoo    Running  1d\nbar    Running  2", "d\nqux    Pending  3d\n",
    nil
  ),
  (.settings, "a=1\nab=2\nabc=3\na", "bcd=5\nx=1\n", nil),
  (.settings, "a=1\nab=2\nabc=3\nb=1", "2\nx=1\n", nil),
  (.log, "ts=1 id=1 status=ok\nts=2 id=2 status=ok\nts=4", "1 status=new\n", nil),
  (.log, "2026-03-01T10:00:00Z INFO hello\n2026-03-01T10:0", "0:02Z INFO last\n", nil),
  (.log, "panic: some", "thing bad\n[INFO] c\n", nil),
  (.metrics, "up 1\nhttp_total 2", "00\nqueue 5\n", nil),
  (.yaml, "- id: 1\n- id: 2\n- id: 3", "3\n- id: 4\n", nil),
])
func `a file that is written in blocks is the list that it is in the end`(
  format: FeedFormat,
  first: String,
  second: String,
  key: String?
) {
  let choice = key.map { KeyChoice.fields([FieldPath($0)]) } ?? .automatic
  var file = Reading(.init(key: choice, format: format))
  file.append(first.utf8)
  file.reachEnd(isWhole: true)
  file.endOpenLine(isWhole: true)
  file.append(second.utf8)
  file.reachEnd(isWhole: true)
  // With a pause at the end of the line before.
  var lines = Reading(.init(key: choice, format: format))
  let end = first.utf8.lastIndex(of: UInt8(ascii: "\n")).map { first.utf8.index(after: $0) }
  lines.append(first.utf8[..<(end ?? first.utf8.startIndex)])
  lines.reachEnd(isWhole: true)
  lines.append(first.utf8[(end ?? first.utf8.startIndex)...])
  lines.append(second.utf8)
  lines.reachEnd(isWhole: true)
  #expect(texts(file.list) == texts(lines.list))
  #expect(file.decoder.keyRule == lines.decoder.keyRule)
  if case .fields = lines.decoder.keyRule {
    #expect(file.list.rows.map(\.id) == lines.list.rows.map(\.id))
  }
}

@Test func `the line of a writer that is gone is complete`() {
  var pipe = Reading(.init(format: .lines))
  pipe.append("one\ntwo".utf8)
  pipe.reachEnd(isWhole: false)
  pipe.endOpenLine()
  pipe.take(pipe.decoder.endWriter())
  pipe.append("three\n".utf8)
  #expect(texts(pipe.list) == [#""one""#, #""two""#, #""three""#])
}

@Test func `a line that is continued before a file is replaced is there once`() {
  var file = Reading(.init(format: .lines))
  file.append("one\ntwo".utf8)
  file.reachEnd(isWhole: true)
  file.endOpenLine(isWhole: true)
  file.append(" and".utf8)
  file.take(file.decoder.endPart())
  #expect(texts(file.list) == [#""one""#, #""two and""#])
}

@Test func `a deletion of nothing deletes only what a recording means by it`() {
  var watch = Reading(.init())
  watch.append(#"{"m":"x"} {"type":"DELETED","object":null}"#.utf8)
  watch.finish()
  #expect(watch.list.count >= 1 && texts(watch.list).contains(#"{"m":"x"}"#))
}

@Test func `a list that is printed again and again has only whole lines`() {
  var command = Reading(.init(format: .lines, isPolled: true))
  command.append("one\ntw".utf8)
  command.reachEnd(isWhole: false)
  #expect(!command.decoder.hasOpenLine && command.list.count == 0)
  command.append("o".utf8)
  command.take(command.decoder.endRun())
  #expect(command.list.count == 2)
}

@Test func `a recording has the lines that were continued once`() {
  var stream = FeedDecoder(.init(format: .lines))
  var items = stream.append(Array("one\ntwo".utf8))
  items += stream.reachEnd(isWhole: false) + stream.endOpenLine(isWhole: false)
  items += stream.append(Array(" and\nthree\n".utf8)) + stream.reachEnd(isWhole: false)
  var replayed = Reading(.init())
  for item in items {
    item.recordedLines(at: FeedTime(nanoseconds: 1), key: .arrival) { replayed.append($0) }
  }
  replayed.finish()
  #expect(texts(replayed.list) == [#""one""#, #""two and""#, #""three""#])
}
