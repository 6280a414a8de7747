@testable import FeedValues
import FeedSources
import FeedStore
import Testing

/// The rows of a text as lists of their cells.
private func rows(_ text: String) -> [[String]] {
  FeedFixture(text, of: .init(isPolled: true)).cells.map { $0.map(\.text) }
}

private func names(_ text: String) -> [[String]] {
  FeedFixture(text, of: .init(isPolled: true)).cells.map { $0.map(\.name) }
}

@Test func `tables with titles between them are told apart, each with its own columns`() {
  let text = """
    Open files
    Proto Recv-Q Send-Q Local Address          Remote Address         (state)
    tcp4       0     12 10.0.0.7.22            10.0.0.9.5632          UP
    tcp6       0      0 *.22                   *.*                    LISTEN
    Open sockets of services
    Handle           Kind   Recv-Q Send-Q            Inode             Peer
    ffe0003ab6100a00 stream      0      0                0 ffe0003ab6200a00
    ffe0003ab6200a00 dgram       0      0               17 ffe0003ab6100a00

    """
  #expect(
    rows(text) == [
      ["tcp4", "0", "12", "10.0.0.7.22", "10.0.0.9.5632", "UP"],
      ["tcp6", "0", "0", "*.22", "*.*", "LISTEN"],
      ["ffe0003ab6100a00", "stream", "0", "0", "0", "ffe0003ab6200a00"],
      ["ffe0003ab6200a00", "dgram", "0", "0", "17", "ffe0003ab6100a00"],
    ]
  )
}

@Test func `a table whose first name is followed by a colon is one`() {
  let text = """
    avg-cpu:  %user   %nice %system %iowait  %steal   %idle
               1.25    0.00    0.16    0.00    0.00   98.59

    Disk:              tps    MB_read/s    MB_wrtn/s    MB_read    MB_wrtn
    nvme0n1           0.24         5.28         1.10     203305      42368
    md127             0.00         0.06         0.00       2204          0

    """
  #expect(rows(text).map(\.first) == ["1.25", "nvme0n1", "md127"])
  #expect(names(text).last?.first == "Disk:")
}

@Test func `sysstat's tables have a time of twelve hours, and averages`() {
  let text = """
    Linux 6.1.0 (host) \t03/14/2026 \t_x86_64_\t(1 CPU)

    11:50:55 AM  CPU    %usr   %nice    %sys   %idle
    11:50:57 AM  all   26.15    8.92   32.36   29.09
    11:50:57 AM    0   26.15    8.92   32.36   29.09

    11:50:55 AM  CPU        0/s        1/s       19/s
    11:50:57 AM    0       0.12       0.69     469.15

    11:50:57 AM  CPU    %usr   %nice    %sys   %idle
    12:00:02 PM  all    6.15    8.92   32.36   49.09
    12:00:02 PM    0    6.15    8.92   32.36   49.09

    Average:     CPU    intr/s
    Average:     all    376.76

    """
  #expect(
    rows(text).map { Array($0.prefix(3)) } == [
      ["11:50:57 AM", "all", "26.15"], ["11:50:57 AM", "0", "26.15"],
      ["11:50:57 AM", "0", "0.12"],
      ["12:00:02 PM", "all", "6.15"], ["12:00:02 PM", "0", "6.15"],
      ["Average:", "all", "376.76"],
    ]
  )
  #expect(names(text).first == ["time", "CPU", "%usr", "%nice", "%sys", "%idle"])
}

@Test func `a row that is broken after a long first cell is one row`() {
  let text = """
    Filesystem           1K-blocks      Used Available Use% Mounted on
    storage.example.org:/export/home
                          51476620  22501110  26334010  46% /home
    /dev/sda1                99070     18110     80960  19% /boot
    storage.example.org:/export/a-very-long-name-of-a-folder-that-is-wider-than-the-screen
                          51476620  22501110  26334010  46% /mnt/a b

    """
  #expect(
    rows(text) == [
      ["storage.example.org:/export/home", "51476620", "22501110", "26334010", "46%", "/home"],
      ["/dev/sda1", "99070", "18110", "80960", "19%", "/boot"],
      [
        "storage.example.org:/export/a-very-long-name-of-a-folder-that-is-wider-than-the-screen",
        "51476620", "22501110", "26334010", "46%", "/mnt/a b",
      ],
    ]
  )
}

@Test func `a sign in front of a later row is not part of its first cell`() {
  let head = "  UNIT                LOAD      ACTIVE   SUB     DESCRIPTION\n"
  let usual = (10..<40).map {
    "  cron-\($0).service     loaded    active   running Background jobs\n"
  }
  let text = """
    ● apache2.service     loaded    failed   failed  The Apache HTTP Server
    × nfs-blkmap.service  not-found inactive dead    nfs-blkmap.service

    """
  let feed = rows(head + usual.joined() + text).suffix(3)
  #expect(
    Array(feed) == [
      ["cron-39.service", "loaded", "active", "running", "Background jobs"],
      ["●", "apache2.service", "loaded", "failed", "failed", "The Apache HTTP Server"],
      ["×", "nfs-blkmap.service", "not-found", "inactive", "dead", "nfs-blkmap.service"],
    ]
  )
  #expect(
    rows(head + text).map { Array($0.prefix(2)) } == feed.suffix(2).map { Array($0.prefix(2)) }
  )
}

@Test func `names and units behind a sign are a header, also when they come again`() {
  let head = """
    # dev         id   kind     sm    mem    command
    # Idx          #    C/G      %      %    name

    """
  let text =
    head + """
          0    1174916     C     99     12    python
          1          -     -      -      -    -

      """
  let feed = rows(text + head + "    0       4711     G      1      2    Xorg\n")
  #expect(
    feed == [
      ["0", "1174916", "C", "99", "12", "python"], ["1", "-", "-", "-", "-", "-"],
      ["0", "4711", "G", "1", "2", "Xorg"],
    ]
  )
}

@Test func `labels and numbers below a table are no row`() {
  let text = """
    Address                  HWtype  HWaddress           Flags Mask            Iface
    gateway                  ether   00:50:56:f7:4a:fc   C                     ens33
    10.0.0.7                 ether   00:50:56:fe:7a:b4   C                     ens33
    Entries: 2      Skipped: 0      Found: 2

    """
  #expect(rows(text).map(\.first) == ["gateway", "10.0.0.7"])
}

@Test func `a cell that reaches into the next column pushes what follows it`() {
  let text = """
    Module                  Size  Used by
    e1000                 137624  0
    mptscsih               40150  1 mptspi
    drm_panel_orientation_quirks    17180  1 drm
    dm_mirror              22289  0

    """
  #expect(rows(text)[2] == ["drm_panel_orientation_quirks", "17180", "1 drm"])
}

@Test func `a first cell that is aligned at the right may have several words`() {
  let text = """
                         SSID BSSID             RSSI CHANNEL CC
         Office of the Future 00:68:eb:2b:b7:3b -91  6       --
                  xfinitywifi 6e:e3:0e:c1:74:df -87  36      US
                      XFINITY 8e:e3:0e:c1:74:df -86  36      US

    """
  #expect(rows(text).map(\.first) == ["Office of the Future", "xfinitywifi", "XFINITY"])
}

@Test func `names a space apart are columns if the rows have a word for each, or are filled later`()
{
  let short = """
    Target                         Via                        Flag Met Ref Use If
    ::/96                          ::                         !n   1024 0      0 lo
    2600:1700:bab0:d40::/60        fe80::feae:34ff:fea1:3a80  UG   100 0      0 ens33

    """
  #expect(rows(short)[1].suffix(5) == ["UG", "100", "0", "0", "ens33"])
  let filled = """
    COMMAND     PID             USER   FD      TYPE             DEVICE SIZE/OFF       NODE NAME
    systemd       1             root  cwd   unknown                                        /proc/1/cwd (denied)
    systemd       1             root  rtd   unknown                                        /proc/1/root (denied)
    systemd       1             root NOFD                                                  /proc/1/fd (denied)
    bash       2001              ann  mem       REG                8,2    14560     656145 /usr/lib/lib0.so

    """
  #expect(
    rows(filled).last
      == ["bash", "2001", "ann", "mem", "REG", "8,2", "14560", "656145", "/usr/lib/lib0.so"]
  )
}

@Test func `a list below the time is the list again after a pause`() {
  let names = "  JOBID PARTITION     NAME ST       TIME NODELIST(REASON)\n"
  let frames = [
    ["Fri Nov 27 10:00:01 2026\n", names, "   1001     batch    train  R       0:10 n1\n"]
      + ["   1002     batch    sweep PD       0:00 (Resources)\n", "\n"],
    ["Fri Nov 27 10:00:03 2026\n", names, "   1002     batch    sweep  R       0:02 n1\n", "\n"],
  ]
  var decoder = FeedDecoder(.init())
  var list = RowList()
  var now = ContinuousClock.now
  var seen: [[String]] = []
  for frame in frames {
    now += .seconds(2)
    for line in frame {
      decoder.arrival = now
      let items = decoder.append(Array(line.utf8)) + decoder.reachEnd(isWhole: false)
      for item in items { list.apply(item) }
      seen.append(list.rows.map(\.value.string))
    }
  }
  for item in decoder.finish() { list.apply(item) }
  #expect(!seen.joined().contains { $0.contains("Nov") })
  #expect(list.rows.map(\.id.description) == ["1002"])
}
