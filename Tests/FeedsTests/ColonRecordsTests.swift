@testable import FeedFormats
@testable import FeedSources
import FeedValues
import Testing

private func feed(_ text: String) -> FeedFixture { FeedFixture(text, of: .init(isPolled: true)) }

@Test func `files of users and groups have the field names of their manual pages`() {
  let users = feed(
    "root:x:0:0:root:/root:/bin/bash\n# a comment\nann:x:1000:1000:Ann, \"Lee\",,:/home/ann:/bin/zsh\nsys:*:3:3::/dev:\n"
  )
  #expect(users.decoder.format == .csv)
  #expect(
    users.values("name") == ["root", "ann", "sys"] && users.values("uid") == ["0", "1000", "3"]
  )
  #expect(users.values("gecos")[1] == "Ann, \"Lee\",," && users.values("shell")[2] == "")
  let groups = feed("root:x:0:\nadm:x:4:syslog,ann\n")
  #expect(groups.values("members") == ["", "syslog,ann"] && groups.keyRule == "name")
  let shadow = feed("root:*:19500:0:99999:7:::\nann:$y$j9T$x:19600:0:99999:7:14::\n")
  #expect(
    shadow.values("changed") == ["19500", "19600"] && shadow.values("inactive") == ["", "14"]
  )
  #expect(feed("ann:100000:65536\nbob:165536:65536\n").values("start") == ["100000", "165536"])
}

@Test func `other colon-separated records have numbers as names`() {
  let devices = feed(
    "wlan0:wifi:connected:Home\neth0:ethernet:unavailable:\nlo:loopback:unmanaged:\n"
  )
  #expect(devices.decoder.format == .csv)
  #expect(devices.values("column 3") == ["connected", "unavailable", "unmanaged"])
}

@Test func `times, addresses, paths and sentences are not records`() {
  for text in [
    "12:03:21\n12:03:22\n12:03:23\n", "aa:bb:cc:dd:ee:ff\n00:11:22:33:44:55\nfe:ed:fa:ce:be:ef\n",
    "a.swift:12:3\nb.swift:4:5\nc.swift:6:7\n", "note: one: two\nnote: three: four\nx: y: z\n",
    "http://a:80\nhttp://b:81\nhttp://c:82\n", "fe80::1:2\nfe80::1:3\nfe80::1:4\n",
    "/usr/bin:/bin:/sbin\n",
  ] {
    #expect(feed(text).decoder.format != .csv, "\(text)")
  }
}
