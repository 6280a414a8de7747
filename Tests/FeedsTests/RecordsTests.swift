@testable import FeedStore
@testable import FeedFormats
@testable import FeedSources
import FeedValues
import Testing

@Test func `names and values between blank lines are a row each`() {
  let text = """
    # LDIF
    dn: uid=eve,ou=people,dc=example,dc=net
    uid: eve
    mail: eve@example.net
    mail: e@example.net

    # the next one
    dn: uid=fay,ou=people,dc=example,dc=net
    uid: fay
    cn:: RmF5
    description: the first line
     and the second
    """
  let feed = FeedFixture(text, of: .init())
  #expect(feed.decoder.format == .settings && feed.list.count == 2)
  #expect(feed.values("uid") == ["eve", "fay"])
  #expect(feed.values("mail") == ["eve@example.net, e@example.net", nil])
  #expect(feed.values("cn") == [nil, "RmF5"])
  #expect(feed.values("description") == [nil, "the first line\nand the second"])
}

@Test func `the records of a kernel and of a service manager are rows`() {
  let processors =
    "processor\t: 0\nmodel name\t: A 7\nflags\t\t:\n\nprocessor\t: 1\nmodel name\t: A 7\n"
  #expect(FeedFixture(processors, of: .init()).values("model name") == ["A 7", "A 7"])
  let units = "Id=cron.service\nSubState=running\n\nId=ssh.service\nSubState=dead\n"
  #expect(FeedFixture(units, of: .init()).values("SubState") == ["running", "dead"])
}

@Test func `records are the same rows however they arrive`() {
  let text =
    "Package: a\nVersion: 1\n\nPackage: b\nVersion: 2\nDescription: b\n more\n .\n last\n\n"
  let whole = FeedFixture(text, of: .init())
  for size in 1...9 {
    let cut = FeedFixture(Array(text.utf8), inPiecesOf: size)
    #expect(cut.list.rows.map(\.value.string) == whole.list.rows.map(\.value.string))
  }
}

@Test func `paragraphs that begin with different names are no records`() {
  for text in [
    "name: a\nport: 1\n\nuser: b\nhome: c\n", "Subject: x\nFrom: y\n\nHello\n",
    "A=1\nB=2\n\nC=3\nD=4\n",
  ] {
    #expect(FeedFixture(text, of: .init()).list.count > 2, "\(text)")
  }
}
