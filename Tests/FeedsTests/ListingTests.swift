@testable import FeedSources
@testable import FeedStore
import FeedValues
import Testing

@Test func `names below their folders are rows with the folder`() {
  for text in [
    ".:\nbin\nnotes of May\n\n./bin:\nrun\n",
    "bin\n\n/usr/bin:\nrun\n\n/usr/etc:\n\n/usr/lib:\na\nb\n",
    "src:\nbin\na.c\n\nsrc/bin:\nrun\n",
  ] {
    let feed = FeedFixture(text, of: .init())
    let names = text.split(separator: "\n").filter { !$0.hasSuffix(":") }
    #expect(Set(feed.values("name").compactMap(\.self)) == Set(names.map(String.init)), "\(text)")
    #expect(feed.list.count == names.count)
  }
  let feed = FeedFixture(".:\nbin\nnotes of May\n\n./bin:\nrun\n", of: .init())
  #expect(feed.values("folder") == [".", ".", "./bin"])
}

@Test func `files below their folders have their fields, and names may contain line ends`() {
  let text = """
    .:
    total 4
    drwxr-xr-x 2 ann ann 4096 Feb 22 00:40 bin

    ./bin:
    total 8
    -rw-r--r-- 1 ann ann   12 Feb 22 00:12 a b
    -rw-r--r-- 1 ann ann    0 Feb 22 00:17

    four

    lines
    -rw-r--r-- 1 ann ann    7 Feb 22 00:18 z

    """
  let feed = FeedFixture(text.replacing("00:17\n", with: "00:17 \n"), of: .init())
  #expect(feed.values("name") == ["bin", "a b", "\n\nfour\n\nlines", "z"])
  #expect(feed.values("folder") == [".", "./bin", "./bin", "./bin"])
  #expect(feed.values("size") == ["4096", "12", "0", "7"])
}

@Test func `dir of Windows lists files by folder`() {
  let text = """
     Volume in drive D is DATA
     Volume Serial Number is 1234-ABCD

     Directory of D:\\Program Files

    03/25/2021  02:36 PM    <DIR>          .
    03/25/2021  02:38 PM             4,253 read me.txt
                   1 File(s)          4,253 bytes

     Directory of D:\\Program Files\\docs

    25.03.2021  14:38               58.995 utils.md
                   1 File(s)         58.995 bytes
                   0 Dir(s)  34,115,264,512 bytes free

    """
  let feed = FeedFixture(text, of: .init())
  #expect(feed.values("name") == [".", "read me.txt", "utils.md"])
  #expect(feed.values("time") == ["02:36 PM", "02:38 PM", "14:38"])
  #expect(feed.values("size") == [nil, "4,253", "58.995"])
  #expect(feed.values("folder").last == #"D:\Program Files\docs"#)
}

@Test func `a heading with a colon above words is no folder`() {
  for text in [
    "Packages:\nfoo\nbar\n", "/srv/a: permission denied\nb\n", "Shopping:\nmilk\n\nTools:\nsaw\n",
  ] {
    let feed = FeedFixture(text, of: .init())
    #expect(feed.values("folder").allSatisfy { $0 == nil }, "\(text)")
  }
}
