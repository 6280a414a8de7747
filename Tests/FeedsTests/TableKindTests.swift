import Testing

/// Tables as commands and network devices print them.
private let tables: [ExpectedReading] = [
  // Quotation marks that are part of a cell.
  ExpectedReading(
    "id,note\n1,\"OSGB3\" does not match \"(WGS84|OSGB36)\"\n2,\"x\"y\"\n3,\"plain\"\n",
    "note",
    ["\"OSGB3\" does not match \"(WGS84|OSGB36)\"", "\"x\"y\"", "plain"]
  ),
  // The first line below a ruler is a row, whatever it looks like.
  ExpectedReading(
    "   VRF             Protocols       State         Interfaces\n--------------- --------------- ---------------- -----------------------\n   default         IPv4            routing       Vl2000, Vl4094\n   default         IPv6            no routing\n   guest-wan       IPv4            routing       Et4.930, Lo23\n",
    "State",
    ["routing", "no routing", "routing"]
  ),
  ExpectedReading(
    "Policy Tag Name                   Description\n---------------------------------------------------\nPT_VIP                            PT_VIP\nPT_Test                           PT_Test\nPT_Mgmt\ndefault-policy-tag                default policy-tag\n",
    "Description",
    ["PT_VIP", "PT_Test", "", "default policy-tag"]
  ),
  // A second table between lines.
  ExpectedReading(
    "---------------------------------------------\nPort          Type   Speed   Description\n---------------------------------------------\nEth4/1        eth    10G     --\nEth4/2        eth    1000    uplink\n\n---------------------------------------------\nInterface                Description\n---------------------------------------------\nPo10                     This is a portchannel\nPo20                     This is a portchannel\n",
    "Interface",
    ["none", "none", "Po10", "Po20"]
  ),
  // A row between blank lines may lack a cell.
  ExpectedReading(
    "NAME   NODE   READY\na      n1     yes\n\nb             no\n\nc      n2     yes\n",
    "NAME",
    ["a", "b", "c"]
  ),
  // A row is no header of those below it.
  ExpectedReading(
    "Hardware inventory:\nItem             Version  Part number  Serial number     Description\nChassis                                XH3123120000      Virtual Chassis\nRouting Engine 0          BUILTIN      BUILTIN           RE-EX4650-48Y-8C\nRouting Engine 1          BUILTIN      BUILTIN           RE-EX4650-48Y-8C\n  CPU                     BUILTIN      BUILTIN           FPC CPU\n  PIC 0                   BUILTIN      BUILTIN           48x25G-8x100G\n",
    "Serial number",
    ["XH3123120000", "BUILTIN", "BUILTIN", "BUILTIN", "BUILTIN"]
  ),
  // Names of several words between which there are two spaces.
  ExpectedReading(
    "POD ID        NAME         STATUS    # OF CONTAINERS\n06c3a107763a  maintenance  Degraded  3\n1e3424d7e9c0  db-cluster   Degraded  3\n",
    "# OF CONTAINERS",
    ["3", "3"]
  ),
  ExpectedReading(
    "Tracker Name      Element trackers name            Status         RTT in msec   Probe ID\ntrkgrp_grp1       trk_google-web, trk_umbrella     UP(UP OR UP)   16, 3         5, 6\ntrkgrp_endpoint   trk_google-web1, trk_umbrella1   UP(UP AND UP)  16, 3         5, 6\n",
    "Status",
    ["UP(UP OR UP)", "UP(UP AND UP)"]
  ),
  ExpectedReading(
    "REPOSITORY   TAG       IMAGE ID       CREATED        SIZE      SHARED SIZE   UNIQUE SIZE   CONTAINERS\nnginx        latest    605c77e624dd   2 years ago    141MB     80.4MB        61.1MB        1\npostgres     14        1ee973e26c65   2 years ago    376MB     80.4MB        295.6MB       0\n",
    "UNIQUE SIZE",
    ["61.1MB", "295.6MB"]
  ),
  // Names of two lines.
  ExpectedReading(
    "                         DOMAIN    OVERLAY   SITE\nPEER             TYPE    ID        ID        ID        STATE    UPTIME           R/I/S\n------------------------------------------------------------------------------------------\n10.7.55.1       vedge   1         1         65251     up       17:00:21:34      30/0/542\n192.168.255.1    vedge   1         1         65153     up       108:21:32:16     201/0/732\n",
    "SITE ID",
    ["65251", "65153"]
  ),
  ExpectedReading(
    "Power                        Input  Output  Output\nSupply Model       Capacity Current Current  Power Status              Uptime\n------ ----------- -------- ------- ------- ------ ------ -------------------\n1      PWR-500AC-R     500W   0.35A   5.34A  64.8W Ok     1087 days, 21:24:36\n2      PWR-500AC-R     500W   0.38A   5.77A  70.0W Ok       617 days, 8:39:45\n",
    "Output Power",
    ["64.8W", "70.0W"]
  ),
  ExpectedReading(
    "               Intf       Intf        LineP              Encap  MTU        BW\n               Name       State       State               Type (byte)    (Kbps)\n--------------------------------------------------------------------------------\n                Lo5          up          up           Loopback  1500          0\n               Lo10          up          up           Loopback  1500          0\n",
    "MTU (byte)",
    ["1500", "1500"]
  ),
  ExpectedReading(
    "| item   |   qty |\n| name   |       |\n|:-------|------:|\n| eggs   |   451 |\n| spam   |    42 |\n",
    "item name",
    ["eggs", "spam"]
  ),
  ExpectedReading(
    "Name             CPU Time       CPU Usage\n                   (uSec)               \nBFD                   189           0.01%\nBGP                    20          ~0.00%\nCards & Ports       2,311           0.23%\n",
    "Name",
    ["BFD", "BGP", "Cards & Ports"]
  ),
  // A title above names that a line is below.
  ExpectedReading(
    "Active connections\nProto  Local        Foreign      State\n--------------------------------------\ntcp    1.1.1.1:80   2.2.2.2:90   OPEN\nudp    1.1.1.1:81   2.2.2.2:91   WAIT\n",
    "Proto",
    ["tcp", "udp"]
  ),
  // Two columns a space apart.
  ExpectedReading(
    "  PID COMMAND\n    1 init\n   22 bash -l\n  333 vim\n",
    "PID",
    ["1", "22", "333"]
  ),
  ExpectedReading("NAME SIZE\nsda   10G\nsdb  100G\nsdc    1G\n", "SIZE", ["10G", "100G", "1G"]),
  // CSV with a few sentences.
  ExpectedReading(
    "id|name\n1|ada\n2|bob smith\n5|long name of a thing\n7|zoe\n",
    "id",
    ["1", "2", "5", "7"]
  ),
  // Quotation marks around parts of a value.
  ExpectedReading(
    "ssh server:        openssh\nallow root:        \"prohibit-password\" or \"yes\"\nssh key:           \"x\"\n",
    "value",
    ["openssh", "\"prohibit-password\" or \"yes\"", "x"]
  ),
  // Dotted bars.
  ExpectedReading(
    "╭───────────────────────╮\n┊ Key    ┊ Value        ┊\n╞═══════════════════════╡\n┊ a/b    ┊ x            ┊\n┊ c      ┊ y            ┊\n╰───────────────────────╯\n",
    "Key",
    ["a/b", "c"]
  ),
  // Bars between some of the columns.
  ExpectedReading(
    "  VLAN ID Name          | Status     Voice Jumbo\n  ------- ------------- + ---------- ----- -----\n  1       DEFAULT_VLAN  | Port-based No    No\n  102     Printers      | Port-based No    Yes\n",
    "Jumbo",
    ["No", "Yes"]
  ),
]

@Test(arguments: tables)
func `each cell of a table is below its name`(reading: ExpectedReading) { reading.check() }
