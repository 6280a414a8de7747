@testable import FeedStore
@testable import FeedFormats
@testable import FeedSources
import FeedValues
import Foundation
import Testing
import Values

@Test(arguments: DocumentFixture.names(".xml"))
func `the items of a feed are those that feedparser finds`(_ name: String) throws {
  let data = Data(try DocumentFixture.bytes("\(name).json"))
  let expected = try JSONDecoder().decode([[String: String]].self, from: data)
  let feed = FeedFixture(try DocumentFixture.bytes("\(name).xml"), .init(isPolled: true))
  #expect(feed.decoder.format == .rss && feed.decoder.malformedInput.count == 0)
  #expect(feed.keyRule == "id" && feed.ids == expected.map { $0["id"] })
  let times = TimeReader(.utc, present: FeedTime(text: "2026-11-23T00:00:00Z"))
  for (row, item) in zip(feed.list.rows, expected) {
    for (name, value) in item {
      #expect(row.value.member(name)?.string == value, "\(name)")
    }
    #expect(row.value.member("published").flatMap { times.time($0.string) } != nil)
  }
}

@Test func `other elements of an item are kept`() throws {
  let feed = FeedFixture(try DocumentFixture.bytes("podcast.xml"), .init(isPolled: true))
  #expect(feed.values("duration") == ["01:02:03", nil])
  #expect(feed.values("enclosure") == ["https://pod.example/2.mp3", nil])
  #expect(feed.values("categories") == [#"["tech","news"]"#, nil])
}

@Test func `a feed is the same wherever it is split, and with other namespace prefixes`() throws {
  let bytes = try DocumentFixture.bytes("atom.xml")
  let whole = FeedFixture(bytes)
  for cut in stride(from: 0, to: bytes.count, by: 97) {
    #expect(FeedFixture(bytes, cutAt: cut).items == whole.items)
  }
  let text =
    "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry><a:id>1</a:id>"
    + "<a:title type='html'>a &lt;b&gt;c&lt;/b&gt; &amp;amp; d</a:title><a:link rel='self' href='/s'/>"
    + "<a:link href='/l'/><a:updated>2026-11-22T10:00:00Z</a:updated></a:entry></a:feed>"
  let row = try #require(FeedFixture(text, of: .init()).list.rows.first)
  #expect(
    row.value.string
      == #"{"title":"a c & d","link":"/l","published":"2026-11-22T10:00:00Z","id":1}"#
  )
}

@Test func `two feeds in one text are one list, and an empty feed is an empty list`() {
  let one = "<rss><channel><item><guid>a</guid></item></channel></rss>\n"
  #expect(FeedFixture(one + one.replacing("a</", with: "b</"), of: .init()).ids == ["a", "b"])
  let empty = FeedFixture("<rss version='2.0'><channel/></rss>", of: .init(isPolled: true))
  #expect(empty.kinds == "s" && empty.list.rows.isEmpty && empty.decoder.malformedInput.count == 0)
}

@Test func `other XML and HTML are not feeds`() {
  for text in ["<html><body>x</body></html>", "<!DOCTYPE html><html></html>", "<svg/>", "< 5\n"] {
    #expect(FeedFixture(text, of: .init()).decoder.format != .rss)
  }
}

@Test func `a feed that is invalid XML or an entity bomb is refused on one line`() {
  let bomb =
    "<?xml version='1.0'?><!DOCTYPE lolz [<!ENTITY a 'lol'><!ENTITY b '&a;&a;&a;'>]><rss>&b;</rss>"
  for (text, reason) in [
    (bomb, FeedText.Malformed.entities),
    (
      "<rss><channel><item></channel></rss>", FeedText.Malformed.endTag("channel", expected: "item")
    ),
    ("<rss><channel><item>", FeedText.Malformed.documentCutOff),
    ("<rss>" + String(repeating: "<a>", count: 100_000), FeedText.Malformed.depth(512)),
    ("<rss><item a=b/></rss>", FeedText.Malformed.attributeQuotes),
    ("<?xml version='1.0' encoding='koi8-r'?><rss/>", FeedText.Malformed.encoding("koi8-r")),
    ("<page/>", FeedText.Malformed.root("page")),
  ] {
    let feed = FeedFixture(text, of: .init(format: .rss))
    #expect(feed.decoder.malformedInput.count == 1 && feed.list.rows.isEmpty)
    #expect(feed.decoder.malformedInput.newest.first?.reason.contains(reason) ?? false, "\(reason)")
  }
}

@Test func `references become characters, and unknown ones are unchanged`() {
  let text =
    "<rss><item><title>&lt;&#233;&#x1F5FC;&hellip;&unknown;&#xD800;&amp;amp; &;</title></item></rss>"
  #expect(FeedFixture(text, of: .init()).values("title") == ["<é🗼…&unknown;&#xD800;&amp; &;"])
}
