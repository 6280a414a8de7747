@testable import FeedStore
@testable import FeedFormats
@testable import FeedSources
import FeedValues
import Testing

private func feed(_ text: String) -> FeedFixture {
  FeedFixture(text, of: .init(isPolled: true))
}

/// The rows of a text as lists of their cells.
private func rows(_ text: String) -> [[String]] { feed(text).cells.map { $0.map(\.text) } }

private func names(_ text: String) -> [String] { feed(text).cells.first?.map(\.name) ?? [] }

@Test func `a date and its time are one cell of a row that is counted`() {
  let text = """
    procs ---memory--- ---io--- --cpu-- -----timestamp-----
     r  b   free  inact    bi   us sy id                 UTC
     6  0 17407608 2902940   162   81  3 16 2026-11-28 16:15:06
     4  0 17407608 2902940     0   98  1  0 2026-11-28 16:15:07
     4  0 17407608 2902940     8  100  0  0 2026-11-28 16:15:08

    """
  #expect(names(text) == ["r", "b", "free", "inact", "bi", "us", "sy", "id", "UTC"])
  #expect(
    rows(text) == [
      ["6", "0", "17407608", "2902940", "162", "81", "3", "16", "2026-11-28 16:15:06"],
      ["4", "0", "17407608", "2902940", "0", "98", "1", "0", "2026-11-28 16:15:07"],
      ["4", "0", "17407608", "2902940", "8", "100", "0", "0", "2026-11-28 16:15:08"],
    ]
  )
}

@Test func `names are joined to as many as a row has cells`() {
  let caches = """
      OBJS ACTIVE  USE OBJ SIZE  SLABS OBJ/SLAB CACHE SIZE NAME
    1587378 1117660  70%    0.10K  40702       39    162808K buffer_head
    603624 603391  99%    0.19K  28744       21    114976K dentry
     44928  44911  99%    0.12K   1404       32      5616K kmalloc-rcl-128
     43440  43440 100%    0.25K   2715       16     10860K kmalloc-rcl-256

    """
  #expect(
    names(caches) == [
      "OBJS", "ACTIVE", "USE", "OBJ SIZE", "SLABS", "OBJ/SLAB", "CACHE SIZE", "NAME",
    ]
  )
  #expect(
    rows(caches)[0]
      == ["1587378", "1117660", "70%", "0.10K", "40702", "39", "162808K", "buffer_head"]
  )
  let archive = """
    File Name                                      Modified             Size
    show.sh                                        2026-11-28 16:09:14          236
    base.score                                     2026-11-28 16:08:40         5408

    """
  #expect(names(archive) == ["File Name", "Modified", "Size"])
  #expect(rows(archive)[1] == ["base.score", "2026-11-28 16:08:40", "5408"])
  let security = """
      SSID RSSI CHANNEL SECURITY (auth/group)
      home -91  6       WPA2(PSK/AES)
    office -86  36      WPA(PSK/TKIP) WPA2(PSK/AES)

    """
  #expect(names(security) == ["SSID", "RSSI", "CHANNEL", "SECURITY (auth/group)"])
}

@Test func `a word that nothing pushes belongs to the name above it`() {
  let text = """
    Username         Port     From                                       Latest
    root                                                                **Never logged in**
    daemon                                                              **Never logged in**

    """
  #expect(
    rows(text) == [
      ["root", "", "", "**Never logged in**"], ["daemon", "", "", "**Never logged in**"],
    ]
  )
}

@Test func `names above columns that are empty in the first rows are not joined`() {
  let head = "COMMAND     PID   TID TASKCMD   USER   FD      TYPE DEVICE SIZE/OFF     NODE NAME\n"
  let empty = (10..<40).map {
    "init         \($0)                 root  cwd   unknown                          /proc/\($0)/cwd\n"
  }
  let last =
    "agent        59    60 worker    root   29w      REG  254,0     4096 16539767 /var/log/a b\n"
  #expect(
    names(head + empty.joined() + last) == [
      "COMMAND", "PID", "TID", "TASKCMD", "USER", "FD", "TYPE", "DEVICE", "SIZE/OFF", "NODE",
      "NAME",
    ]
  )
  #expect(
    rows(head + empty.joined() + last).last == [
      "agent", "59", "60", "worker", "root", "29w", "REG", "254,0", "4096", "16539767",
      "/var/log/a b",
    ]
  )
}

@Test func `words are cells by their number where all are pushed, and a sign by itself is no name`()
{
  let sockets = """
    Num       RefCount Protocol Flags    Type St Inode Path
    00000000c6088b1c: 00000003 00000000 00000000 0001 03 2019279
    00000000f49d5336: 00000002 00000000 00010000 0001 01 2019283 /run/a.socket

    """
  #expect(
    rows(sockets) == [
      ["00000000c6088b1c:", "00000003", "00000000", "00000000", "0001", "03", "2019279", ""],
      [
        "00000000f49d5336:", "00000002", "00000000", "00010000", "0001", "01", "2019283",
        "/run/a.socket",
      ],
    ]
  )
  let slabs = """
    slabinfo - version: 2.1
    # name            <active_objs> <num_objs> <objsize> : tunables <limit> <batchcount> : slabdata <num_slabs>
    btrfs_delayed_node      0      0    312 : tunables    0    0 : slabdata      0
    MPTCPv6                 4      6   1856 : tunables    0    0 : slabdata      2

    """
  #expect(
    names(slabs) == [
      "name", "active_objs", "num_objs", "objsize", "tunables", "limit", "batchcount", "slabdata",
      "num_slabs",
    ]
  )
  #expect(rows(slabs)[1] == ["MPTCPv6", "4", "6", "1856", "tunables", "0", "0", "slabdata", "2"])
  let statistics = """
    # Time        UID       PID    %usr %system  Command
    1692579199      0         1    0.00    0.07  systemd

    # Time        UID       PID    usr-ms system-ms  guest-ms  Command
    1692579199      0         1      2890      4260         0  systemd

    """
  #expect(rows(statistics).map(\.count) == [6, 7])
  #expect(names(statistics).first == "Time")
}

@Test func `signs before all rows are a column of their own`() {
  let text = """
         remote           refid      st t when poll reach   delay
    ==============================================================
     0.pool.example. .POOL.          16 p    -   64    0    0.000
    +203.0.113.109   128.227.205.3    2 u   24   64    1   95.876
    *clock.example.o .CDMA.           1 u   31   64    1   90.113

    """
  #expect(
    rows(text).map { Array($0.prefix(3)) } == [
      ["", "0.pool.example.", ".POOL."], ["+", "203.0.113.109", "128.227.205.3"],
      ["*", "clock.example.o", ".CDMA."],
    ]
  )
}

@Test func `groups between bars tell equal names apart`() {
  let text = """
    Inter-|   Receive                  |  Transmit
     face |bytes    packets errs frame |bytes    packets errs colls
        lo:   13222     152    0     0    13222     152    0     0
      eth0:60600053   83479    0     0  5100000   31000    1     0

    """
  #expect(
    names(text) == [
      "face", "Receive bytes", "Receive packets", "Receive errs", "frame", "Transmit bytes",
      "Transmit packets", "Transmit errs", "colls",
    ]
  )
}

@Test func `a line between dashes is a caption, also above a table without rows`() {
  let text = """

    ------ Message Queues --------
    key        msqid      owner      perms      used-bytes   messages

    ------ Shared Memory Segments --------
    key        shmid      owner      perms      bytes      nattch     status
    0x00000000 3          root       600        524288     2          dest

    ------ Semaphore Arrays --------
    key        semid      owner      perms      nsems
    0x000000a7 0          root       600        1


    """
  #expect(
    rows(text) == [
      ["0x00000000", "3", "root", "600", "524288", "2", "dest"],
      ["0x000000a7", "0", "root", "600", "1"],
    ]
  )
}

@Test func `entries with small tables below each are lines, so that none is lost`() {
  let text = """
    1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT qlen 1000
        link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
        RX:  bytes packets errors dropped  missed   mcast
         399046727 1307041      0       0       0       0
        TX:  bytes packets errors dropped carrier collsns
         399046727 1307041      0       0       0       0
    2: eth0: <BROADCAST,UP,LOWER_UP> mtu 1400 qdisc pfifo_fast state UP mode DEFAULT qlen 1000
        link/ether 02:fc:00:00:00:01 brd ff:ff:ff:ff:ff:ff
        RX:  bytes packets errors dropped  missed   mcast
         113478466    3610      0       0       0       0
        TX:  bytes packets errors dropped carrier collsns
            259072    2818      0       0       0       0

    """
  let feed = feed(text)
  #expect(feed.decoder.format == .lines && feed.list.count == 12)
}

@Test func `lines whose words are below each other have columns, and others have none`() {
  let counts = """
       97   390  3040 /etc/adduser.conf
       30   111   833 /etc/a b.conf
      118   566  5174 /etc/ca-certificates.conf
     1668  6807 48837 total

    """
  #expect(
    rows(counts) == [
      ["97", "390", "3040", "/etc/adduser.conf"], ["30", "111", "833", "/etc/a b.conf"],
      ["118", "566", "5174", "/etc/ca-certificates.conf"], ["1668", "6807", "48837", "total"],
    ]
  )
  let services = """
    smtp       inet  n       -       y       -       -       smtpd
    pickup     unix  n       -       y       60      1       pickup
    cleanup    unix  n       -       y       -       0       cleanup
    relay      unix  -       -       y       -       -       smtp -o syslog_name=relay

    """
  #expect(
    rows(services).last == ["relay", "unix", "-", "-", "y", "-", "-", "smtp -o syslog_name=relay"]
  )
  for prose in [
    "buy two apples\ncall my sister\nwash the car\nread a book\n",
    "Step 1 done\nStep 2 done\nStep 3 done\nStep 4 done\n",
    "a1b2c3 Fix the first thing\nd4e5f6 Add a second one\n0a9b8c Say why\n1f2e3d Drop it all\n",
  ] { #expect(feed(prose).decoder.format == .lines, "\(prose)") }
}

@Test func `names with counts behind colons are settings`() {
  let objects = feed("count: 700\nsize: 2968\nin-pack: 18519\npacks: 11\n")
  #expect(
    objects.decoder.format == .settings
      && objects.values("value") == ["700", "2968", "18519", "11"]
  )
}

@Test func `rows that are counted are told apart by their number, and none by its state`() {
  let processors = """
    CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE
      0    0      0    0 0:0:0:0          yes
      1    0      0    1 1:1:1:0          yes

    """
  #expect(feed(processors).keyRule == "CPU")
  let sockets = """
    State     Recv-Q Send-Q Local Address:Port  Peer Address:Port
    LISTEN    0      128          0.0.0.0:2024       0.0.0.0:*
    TIME-WAIT 0      0          192.0.2.2:37452 203.0.113.80:80

    """
  #expect(feed(sockets).keyRule == "Local Address:Port")
}
