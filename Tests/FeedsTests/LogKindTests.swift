import Testing

/// Logs of several programs, as their documentation and their users show them.
private let logs: [ExpectedReading] = [
  // JSON that an entry prints belongs to it, and does not replace the list.
  ExpectedReading(
    "2026-11-22 10:00:00,644 INFO a\n2026-11-22 10:00:00,645 ERROR b\n[]\n2026-11-22 10:00:01,000 INFO c\n",
    "message",
    ["a", "b\n[]", "c"]
  ),
  ExpectedReading(
    "10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] \"GET /a HTTP/1.1\" 200 4\n[1,2]\n10.0.0.1 - - [22/Nov/2026:10:00:01 +0000] \"GET /b HTTP/1.1\" 200 4\n",
    "path",
    ["/a", "none", "/b"]
  ),
  ExpectedReading("line a\nline b\n[]\nline c\n", "", ["line a", "line b", "[]", "line c"]),
  ExpectedReading(
    "2026-11-22 10:00:00 INFO a\n2026-11-22 10:00:01 ERROR b\n{\"object\":\"list\",\"data\":[]}\n2026-11-22 10:00:02 INFO c\n",
    "level",
    ["INFO", "ERROR", "INFO"]
  ),
  ExpectedReading(
    "2026-11-22 10:00:00,123 INFO body:\n{\"user\": \"bob\"}\n2026-11-22 10:00:01,123 ERROR boom\n2026-11-22 10:00:02,123 INFO done\n",
    "message",
    ["body:\n{\"user\": \"bob\"}", "boom", "done"]
  ),
  ExpectedReading(
    "2026-11-22 10:00:00 INFO request:\n{\n  \"a\": 1\n}\n2026-11-22 10:00:01 ERROR boom\n[\n  1\n]\n2026-11-22 10:00:02 INFO done\n",
    "level",
    ["INFO", "ERROR", "INFO"]
  ),
  ExpectedReading(
    "2026-11-22 10:00:00 hello\n{\"a\":1}\n2026-11-22 10:00:01 x\n2026-11-22 10:00:02 y\n",
    "message",
    ["hello\n{\"a\":1}", "x", "y"]
  ),
  // A line below an entry that is JSON is not part of the one above it.
  ExpectedReading(
    "2026-11-22 10:00:00 INFO a\n2026-11-22 10:00:01 ERROR failed\n{\"time\":\"2026-11-22T10:00:02Z\",\"level\":\"info\",\"message\":\"json\"}\n  at foo\n2026-11-22 10:00:03 INFO b\n",
    "message",
    ["a", "failed", "json", "  at foo", "b"]
  ),
  // A message that ends with a quotation mark is not empty.
  ExpectedReading(
    "2026-11-22 10:00:00 ERROR failed \"x\"\n  at foo\n2026-11-22 10:00:01 INFO b\n",
    "message",
    ["failed \"x\"\n  at foo", "b"]
  ),
  // A stray line does not spoil the others.
  ExpectedReading(
    "2026-11-22 10:00:00.123 UTC [123] app@db LOG:  one\n2026-11-22 10:00:01.123 UTC [123] app@db LOG:  two\n2026-11-22 10:00:02 INFO wrapper: restarted\n2026-11-22 10:00:03.123 UTC [123] app@db ERROR:  three\n",
    "pid",
    ["123", "123", "none", "123"]
  ),
  // Plain lines above a JSON log.
  ExpectedReading(
    "Starting\n{\"a\":1}\n{\"time\":\"2026-11-22T10:00:00Z\",\"level\":\"info\",\"msg\":\"x\"}\n{\"time\":\"2026-11-22T10:00:01Z\",\"level\":\"info\",\"msg\":\"y\"}\n",
    "msg",
    ["Starting", "none", "x", "y"]
  ),
  ExpectedReading(
    "Starting app\nLoading\n{\"level\":\"info\",\"time\":\"2026-11-22T10:00:00Z\",\"msg\":\"a\"}\n{\"level\":\"info\",\"time\":\"2026-11-22T10:00:01Z\",\"msg\":\"b\"}\n",
    "msg",
    ["Starting app", "Loading", "a", "b"]
  ),
  ExpectedReading(
    "Nov 22 10:00:00 host app[17]: x=1\n{\"time\":\"2026-11-22T10:00:00Z\",\"level\":\"info\",\"msg\":\"a\"}\n{\"time\":\"2026-11-22T10:00:01Z\",\"level\":\"info\",\"msg\":\"b\"}\n",
    "time",
    ["Nov 22 10:00:00", "2026-11-22T10:00:00Z", "2026-11-22T10:00:01Z"]
  ),
  // Fields that were dropped.
  ExpectedReading(
    "172.18.0.1 7bde94 bob [22/Nov/2026:10:00:00 +0000] \"GET / HTTP/1.1\" 301 162\n",
    "ident",
    ["7bde94"]
  ),
  ExpectedReading(
    "<30>1 2026-11-22T10:00:00+08:00 h app 15 - [a@1 id=\"31\"][b@2 id=\"32\"] x\n",
    "data",
    ["{\"a@1\":{\"id\":\"31\"},\"b@2\":{\"id\":\"32\"}}"]
  ),
  // Another program writes into the same log.
  ExpectedReading(
    "2026-11-22 10:00:00.774649 [NOTICE] [1226033] Failed\n10.0.0.1 - - [22/Nov/2026:10:00:01 +0200] \"GET /x HTTP/1.1\" 404 195\n2026-11-22 10:00:02.353044 [INFO] [1226038] Done\n",
    "status",
    ["none", "404", "none"]
  ),
  ExpectedReading(
    "2026-11-22T10:00:00.521Z Port 22\n2026-11-22T10:00:01.521Z Delay 10\nI1122 10:00:02.684962       1 client.go:58] ACCEPT\n2026-11-22T10:00:03.521Z Bye\n",
    "message",
    ["Port 22", "Delay 10", "ACCEPT", "Bye"]
  ),
  // Times, and an address that is none.
  ExpectedReading(
    "2026-11-22 10.20.30.40 GET /a\n2026-11-22 10.99.30.41 GET /b\n",
    "",
    ["2026-11-22 10.20.30.40 GET /a", "2026-11-22 10.99.30.41 GET /b"]
  ),
  ExpectedReading(
    "05-11-2026 10:00:00 INFO a\n05-11-2026 10:00:01 WARN b\n",
    "time",
    ["05-11-2026 10:00:00", "05-11-2026 10:00:01"]
  ),
  ExpectedReading(
    "2026-11-22-10.00.00.123456 INFO a\n2026-11-22-10.00.01.123456 ERROR b\n",
    "level",
    ["INFO", "ERROR"]
  ),
  ExpectedReading(
    "22.11.2026 10:00:00 INFO a\n22.11.2026 10:00:01 ERROR b\n",
    "level",
    ["INFO", "ERROR"]
  ),
  ExpectedReading(
    "02-11-2026 10:00:00 INFO a\n25-11-2026 10:00:01 ERROR b\n",
    "time",
    ["2026-11-02 10:00:00", "2026-11-25 10:00:01"]
  ),
  ExpectedReading(
    "11/2/2026 10:00:00 PM INFO a\n11/2/2026 10:00:01 PM ERROR b\n",
    "time",
    ["2026-11-02 10:00:00 PM", "2026-11-02 10:00:01 PM"]
  ),
  ExpectedReading(
    "11/13/26 07:57:42 INFO a\n11/14/26 07:57:43 INFO b\n",
    "time",
    ["2026-11-13 07:57:42", "2026-11-14 07:57:43"]
  ),
  ExpectedReading(
    "26/11/22 10:00:00 INFO SparkContext: a\n26/11/22 10:00:01 WARN Executor: b\n",
    "time",
    ["2026-11-22 10:00:00", "2026-11-22 10:00:01"]
  ),
  ExpectedReading(
    "20261122 10:00:00.123 INFO a\n20261122 10:00:01.123 ERROR b\n",
    "message",
    ["a", "b"]
  ),
  ExpectedReading(
    "2026-11-22 10.00.00 INFO a\n2026-11-22 10.00.01 ERROR b\n",
    "message",
    ["a", "b"]
  ),
  ExpectedReading(
    "2026-11-22  5:00:00 8 [Warning] Access denied\n2026-11-22  5:00:01 0 [Note] ready\n",
    "level",
    ["Warning", "Note"]
  ),
  ExpectedReading(
    "2026-11-22 10:00:00.123 +03 [7] LOG:  a\n2026-11-22 10:00:01.123 +03 [7] ERROR:  b\n",
    "pid",
    ["7", "7"]
  ),
  ExpectedReading(
    "2026-11-22 10:00:00 UTC:10.0.0.1(5432):app@db:[12]:LOG:  a\n2026-11-22 10:00:01 UTC::@:[13]:ERROR:  b\n",
    "message",
    ["a", "b"]
  ),
  ExpectedReading(
    "[Nest] 7  - 11/22/2026, 7:00:00 PM    WARN [Auth] Failed\n[Nest] 7  - 11/22/2026, 7:00:01 PM     LOG [Factory] Starting\n",
    "time",
    ["2026-11-22 7:00:00 PM", "2026-11-22 7:00:01 PM"]
  ),
  // Forms.
  ExpectedReading(
    "[GIN] 2026/11/22 - 10:00:00 | 401 |     505.317µs |       10.1.2.3 | POST     \"/client\"\n[GIN] 2026/11/22 - 10:00:01 | 200 |       1.3ms |       10.1.2.3 | GET      \"/x\"\n",
    "status",
    ["401", "200"]
  ),
  ExpectedReading(
    "10.0.0.1:14853 [22/Nov/2026:10:00:00.127] in~ srv/n2 170/0/0/3/173 200 739 - - --NN 0/0/0/0/0 0/0 \"GET /x HTTP/1.1\"\n10.0.0.1:50033 [22/Nov/2026:10:00:01.123] in/1: SSL handshake failure\n",
    "status",
    ["200", "none"]
  ),
  ExpectedReading(
    "[2026/11/22 10:00:00.123456,  0] ../server.c:1741(main)\n  smbd started.\n[2026/11/22 10:00:01.123456,  1] ../service.c:354(create)\n  guest not permitted\n",
    "message",
    ["smbd started.", "guest not permitted"]
  ),
  ExpectedReading(
    "# Time: 2026-11-22T10:00:00.111111Z\n# User@Host: a[a] @ localhost []\nSELECT 1;\n# Time: 2026-11-22T10:00:01.111111Z\n# User@Host: b[b] @ localhost []\nSELECT 2;\n",
    "message",
    ["# User@Host: a[a] @ localhost []\nSELECT 1;", "# User@Host: b[b] @ localhost []\nSELECT 2;"]
  ),
  ExpectedReading(
    "Nov 22, 2026 10:00:00 AM org.example.Server start\nINFO: Starting\nNov 22, 2026 10:00:01 AM org.example.Server stop\nSEVERE: failed\njava.lang.Error: x\n",
    "message",
    ["INFO: Starting", "SEVERE: failed\njava.lang.Error: x"]
  ),
  ExpectedReading(
    "[22-Nov-2026 10:00:00 UTC] PHP Warning:  Undefined $x in /a.php\n[22-Nov-2026 10:00:01 UTC] PHP Fatal error:  boom in /b.php\nStack trace:\n#0 {main}\n",
    "level",
    ["warning", "fatal"]
  ),
  ExpectedReading(
    "[2026-11-22 10:00:00] local.WARNING: Login failed\n[2026-11-22 10:00:01] app.ERROR: x\n[stacktrace]\n#0 a.php(1)\n",
    "level",
    ["WARNING", "ERROR"]
  ),
  ExpectedReading(
    "[Sun Nov 22 10:00:00.009964 2026] [:error] [pid 2560] [client ::1:37752] x\n",
    "level",
    ["error"]
  ),
  ExpectedReading(
    "2026-11-22 10:00:00,123 fail2ban.server         [12]: INFO    Starting\n2026-11-22 10:00:01,123 fail2ban.actions        [12]: NOTICE  [sshd] Ban 10.0.0.1\n",
    "level",
    ["INFO", "NOTICE"]
  ),
  ExpectedReading(
    "2026-11-22T10:00:00.1Z stdout P first, \n2026-11-22T10:00:00.2Z stdout F last\n2026-11-22T10:00:01.3Z stdout F next\n",
    "message",
    ["first, last", "next"]
  ),
  ExpectedReading(
    "2026-11-22T10:00:00.1Z stdout P part1 \n2026-11-22T10:00:00.2Z stderr F other\n2026-11-22T10:00:00.3Z stdout P prefix=\n2026-11-22T10:00:00.4Z stdout F {\"a\":1}\n2026-11-22T10:00:00.5Z stdout P hello\n2026-11-22T10:00:00.6Z stdout F   world\n",
    "message",
    ["part1 ", "other", "prefix={\"a\":1}", "hello  world"]
  ),
  ExpectedReading(
    "2026-11-22T10:00:00.493Z stdout F {\"level\":\"error\",\"msg\":\"boom\"}\n2026-11-22T10:00:01.493Z stderr F {\"level\":\"info\",\"msg\":\"ok\"}\n",
    "level",
    ["error", "info"]
  ),
  ExpectedReading(
    "2026-11-22T10:00:00.784598+01:00 web1 sudo:      bob : TTY=pts/0\n2026-11-22T10:00:01.784598+01:00 web1 sshd[13]: Accepted\n",
    "process",
    ["sudo", "sshd"]
  ),
  ExpectedReading(
    "type=LOGIN msg=audit(1795946400.174:94983): pid=25443 ses=1165\n\ntype=AVC msg=audit(1795946401.744:101): avc: denied for pid=2714\n",
    "type",
    ["LOGIN", "AVC"]
  ),
  ExpectedReading(
    "#Version: 1.0\n#Fields: date time c-ip sc-status\n2026-11-22\t23:59:59\t10.0.0.1\t200\n2026-11-23\t00:00:01\t10.0.0.1\t503\n",
    "time",
    ["2026-11-22 23:59:59Z", "2026-11-23 00:00:01Z"]
  ),
]

@Test(arguments: logs)
func `each entry of a log has its time, its level and its message`(reading: ExpectedReading) {
  reading.check()
}
