import Foundation
import TerminalTestSupport
import Testing

import Glibc

// The guide's recipes for brokers, as they stand there, with a server of the test's own.

/// The command of the guide that holds all the words, with others put in their place.
private func recipe(_ words: String..., replacing old: String, with new: String) throws -> String {
  let lines = try document("Docs/Guide.md").split(separator: "\n").filter { line in
    words.allSatisfy { line.contains($0) }
      && (line.hasPrefix("listview ") || line.hasPrefix("redis-cli "))
  }
  try #require(lines.count == 1, "\(words): \(lines)")
  let arguments = lines[0].hasPrefix("listview ") ? lines[0].dropFirst("listview ".count) : nil
  let program = "exec '\(builtProgram("listview"))' "
  return (arguments.map { program + $0 } ?? String(lines[0])).replacing(old, with: new)
}

/// Starts a recipe; its lines are the changes.
private func start(_ command: String, environment: [String: String] = [:]) throws -> Companion {
  try Companion(["sh", "-c", command], in: Folder(), environment: environment)
}

@Test(.enabled(if: path(of: "redis-server") != nil && path(of: "redis-cli") != nil))
func `entries of Redis streams arrive, and ranges of them are lists`() throws {
  let folder = try Folder()
  let socket = folder.url.appending(path: "s").path()
  let server = try Companion(
    ["redis-server", "--port", "0", "--unixsocket", socket, "--save", ""],
    in: folder,
    endedBy: SIGKILL
  )
  let client = "redis-cli -s '\(socket)'"
  #expect(try waits { try shell("\(client) PING").text == "PONG\n" }, "\(server.lines)")
  // Those of Redis before 7 write no JSON.
  guard try shell("\(client) --json PING").status == 0 else { return }

  func add(_ id: Int, _ fields: String, to stream: String = "payments") throws {
    #expect(try shell("\(client) XADD \(stream) \(id)-0 \(fields)").status == 0)
  }
  try add(1_000, "id pay_1 state pending amount 12.50")
  let group = try recipe("XGROUP CREATE", replacing: "redis-cli", with: client)
  #expect(try shell(group).text == "OK\n")
  let stream = try start(recipe("XREADGROUP", replacing: "redis-cli", with: client))
  #expect(waits { stream.lines.count == 1 }, "\(stream.lines) \(stream.errors)")
  #expect(stream.lines.first == "+ 1000-0 payments  12.50  pending")
  for id in 2...50 { try add(1_000 * id, "id pay_\(id % 5) state paid amount \(id)") }
  let ids = (1...50).map { "\($0 * 1_000)-0" }
  func added(_ companion: Companion) -> [Substring] {
    companion.lines.compactMap { $0.split(separator: " ").dropFirst().first }
  }
  #expect(waits { added(stream).count >= 50 }, "\(stream.lines) \(stream.errors)")
  #expect(added(stream).map(String.init) == ids)

  let newest = try start(recipe("XREVRANGE", replacing: "redis-cli", with: client))
  #expect(waits { newest.lines.count >= 50 }, "\(newest.lines) \(newest.errors)")
  #expect(added(newest).map(String.init) == ids.reversed())
  #expect(try shell("\(client) XDEL payments 1000-0").text == "1\n")
  #expect(waits { newest.lines.last?.hasPrefix("- 1000-0 ") == true }, "\(newest.lines)")

  try add(7, "n 1", to: "refunds")
  let several = try start(recipe("refunds", replacing: "redis-cli", with: client))
  #expect(waits { several.lines.count >= 50 }, "\(several.lines) \(several.errors)")
  #expect(several.lines.filter { $0.contains("refunds") }.count == 1)

  let fields = try start(
    recipe("XREVRANGE", replacing: "redis-cli", with: client)
      .replacing("--every 1", with: "--every 1 --rows '.fields' --key id")
  )
  // The newest entry of a key stands first.
  #expect(waits { fields.lines.count >= 49 }, "\(fields.lines) \(fields.errors)")
  #expect(fields.lines.first?.hasPrefix("+ pay_0 ") == true && fields.errors.contains(" 44 "))
  for companion in [stream, newest, several, fields] { companion.stop() }
}

/// A server of PostgreSQL with a database of its own, as long as a test lasts.
private final class PostgresServer {
  static var canRun: Bool {
    path(of: "psql") != nil && path(of: "initdb", in: postgresFolders) != nil
      && path(of: "setpriv") != nil
  }

  let folder = try? Folder()
  private let server: Companion
  /// The variables by which psql finds it.
  let environment: [String: String]

  init() throws {
    let folder = try #require(folder)
    let programs = try #require(path(of: "initdb", in: postgresFolders)?.dropLast("/initdb".count))
    // PostgreSQL does not run as root.
    var user = String(cString: getpwuid(geteuid()).pointee.pw_name)
    var prefix: [String] = []
    if geteuid() == 0 {
      user = getpwnam("postgres") == nil ? "nobody" : "postgres"
      let entry = try #require(getpwnam(user)).pointee
      prefix = [
        "setpriv", "--reuid=\(entry.pw_uid)", "--regid=\(entry.pw_gid)", "--clear-groups",
      ]
      chown(folder.url.path(), entry.pw_uid, entry.pw_gid)
    }
    let data = folder.url.appending(path: "data").path()
    let made = try shell(
      (prefix + [
        "\(programs)/initdb", "-D", data, "-U", user, "-A", "trust", "-N", "-E", "UTF8",
        "--no-locale",
      ])
      .joined(separator: " ") + " --locale=C"
    )
    #expect(made.status == 0, "\(made.text)")
    let socketFolder = folder.url.path()
    server = try Companion(
      prefix + [
        "\(programs)/postgres", "-D", data, "-k", socketFolder, "-c", "listen_addresses=", "-c",
        "fsync=off", "-c", "max_connections=8", "-c", "shared_buffers=1MB",
      ],
      in: folder
    )
    environment = [
      "PGHOST": socketFolder, "PGUSER": user, "PGDATABASE": "postgres", "PGPORT": "5432",
    ]
    #expect(try waits { try query("select 1") }, "\(server.errors)")
  }

  /// Whether a query succeeds.
  func query(_ text: String) throws -> Bool {
    try shell("psql -X -q -v ON_ERROR_STOP=1 -c \"\(text)\"", environment: environment).status == 0
  }
}

@Test(.enabled(if: PostgresServer.canRun))
func `a query to PostgreSQL is a list`() throws {
  let server = try PostgresServer()
  let environment = server.environment
  let query = server.query
  #expect(try query("create table jobs (id int primary key, state text, amount numeric(9,2))"))
  #expect(
    try query("insert into jobs values (1,'queued',12.50),(2,'a, \\\"b\\\"',3),(3,null,null)")
  )
  let list = try start(recipe("psql", replacing: "psql", with: "psql -X"), environment: environment)
  #expect(waits { list.lines.count >= 3 }, "\(list.lines) \(list.errors)")
  #expect(list.lines.map { $0.split(separator: " ")[1] } == ["3", "2", "1"])
  #expect(list.lines[1].contains("a, \"b\"") && list.lines[2].contains("12.50"))
  #expect(
    try query("begin; update jobs set state='done' where id=1; delete from jobs where id=3; end")
  )
  #expect(waits { list.lines.count >= 5 }, "\(list.lines) \(list.errors)")
  #expect(list.lines[3].hasPrefix("- 3") && list.lines[4] == "~ 1 state: queued → done")
  list.stop()

  // The list is asked for again when a NOTIFY comes, long before its time.
  let url = "postgres:///postgres?listen=jobs,Other%20Jobs"
  let program = "exec '\(builtProgram("listview"))'"
  let listener = try start(
    "\(program) --every 600 --query 'select * from jobs' '\(url)'",
    environment: environment
  )
  #expect(waits { listener.lines.count >= 2 }, "\(listener.lines) \(listener.errors)")
  for (number, channel) in ["jobs", "\\\"Other Jobs\\\""].enumerated() {
    #expect(try query("update jobs set state='run \(number)' where id=2; notify \(channel)"))
    #expect(
      waits { listener.lines.last?.hasSuffix("→ run \(number)") ?? false },
      "\(listener.lines) \(listener.errors)"
    )
  }
  listener.stop()
}

@Test(.enabled(if: PostgresServer.canRun))
func `a URL runs no command of psql or of the server, and writes nothing`() throws {
  let server = try PostgresServer()
  let folder = try #require(server.folder)
  #expect(try server.query("create table jobs (id int primary key); insert into jobs values (7)"))
  // Files here would be made by psql or by the server.
  let marks = folder.url.appending(path: "marks")
  try FileManager.default.createDirectory(at: marks, withIntermediateDirectories: true)
  chmod(marks.path(), 0o777)
  let mark = marks.appending(path: "mark").path()
  func read(_ parameters: [(String, String)]) throws -> Output {
    let query = parameters.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    return try run(
      ["--once", "--output", "jsonl", "postgres:///postgres?\(query.joined(separator: "&"))"],
      environment: server.environment
    )
  }
  for text in [
    "select * from jobs", "table jobs -- all", "values (7)", #"select '\' as a"#,
  ] {
    let output = try read([("query", text)])
    #expect(output.status == 0 && output.lines.count == 1, "\(text): \(output)")
  }
  #expect(try read([("query", "show port")]).text.contains("5432"))
  let hostile = [
    "\\! touch \(mark)", " \\! touch \(mark)", "\n\\! touch \(mark)",
    "select 1\n\\! touch \(mark)\n",
    "select 1 \\g |touch \(mark)", "select 'touch \(mark)' \\gexec", "select 1 \\o \(mark)",
    "\\copy (select 1) to '\(mark)'", "copy (select 1) to '\(mark)'",
    "copy (select 1) to program 'touch \(mark)'",
    "select 1) AS listview; copy (select 1) to program 'touch \(mark)'; select 1 from (select 1",
    "select 1) AS listview; \\! touch \(mark)\n",
    "'; copy (select 1) to '\(mark)'; --", "\\'; copy (select 1) to '\(mark)'; --",
    "'\u{301}; copy (select 1) to '\(mark)'; --", "$$; copy (select 1) to '\(mark)'; --",
    "delete from jobs returning id", "with a as (delete from jobs returning id) select * from a",
    "select set_config('transaction_read_only', 'off', false)", "commit; delete from jobs",
    "create table made (id int)",
  ]
  for text in hostile {
    let output = try read([("query", text)])
    #expect(output.status != 0 && output.errors.contains("ERROR"), "\(text): \(output)")
  }
  // The listener is started by a list that goes on.
  let channel = "a\";\\! touch \(mark);%41 \\g |touch \(mark)"
  let list = try start(
    "exec '\(builtProgram("listview"))' 'postgres:///postgres?listen="
      + "\(channel.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      + "&query=select%20*%20from%20jobs' --every 600",
    environment: server.environment
  )
  #expect(waits { list.lines == ["+ 7"] }, "\(list.lines) \(list.errors)")
  let listening =
    "select query from pg_stat_activity where query like '%pg_sleep(0.1)%' and pid <> pg_backend_pid()"
  #expect(
    waits {
      (try? shell("psql -X -At -c \"\(listening)\"", environment: server.environment).text.isEmpty)
        == false
    }
  )
  #expect(try server.query("insert into jobs values (8)"))
  #expect(try server.query("notify \\\"a\\\"\\\";\\\\! touch \(mark);%41 \\\\g |touch \(mark)\\\""))
  #expect(waits { list.lines.count == 2 }, "\(list.lines) \(list.errors)")
  list.stop()
  #expect(try FileManager.default.contentsOfDirectory(atPath: marks.path()) == [])
  #expect(try server.query("do 'begin assert (select count(*) from jobs) = 2; end'"))
}

@Test(.enabled(if: path(of: "mosquitto") != nil && path(of: "mosquitto_sub") != nil))
func `MQTT topics are rows, and empty messages delete them`() throws {
  let folder = try Folder()
  let socket = folder.url.appending(path: "s").path()
  let user = String(cString: getpwuid(geteuid()).pointee.pw_name)
  let configuration = try folder.file(
    "c",
    "listener 0 \(socket)\nallow_anonymous true\nuser \(user)\n"
  )
  let server = try Companion(
    [try #require(path(of: "mosquitto")), "-c", configuration],
    in: folder,
    endedBy: SIGKILL
  )
  func publish(_ topic: String, _ message: String?) throws -> Bool {
    let text = message.map { "-m '\($0)'" } ?? "-n"
    return try shell("mosquitto_pub --unix '\(socket)' -t \(topic) -r -q 1 \(text)").status == 0
  }
  #expect(try waits { try publish("jobs/1", #"{"id":1,"state":"queued"}"#) }, "\(server.errors)")
  #expect(try publish("jobs/2", "plain text"))
  let client = "mosquitto_sub --unix '\(socket)'"
  let rows = try start(
    recipe("--stream -- mosquitto_sub", replacing: "mosquitto_sub", with: client)
  )
  let payloads = try start(
    recipe("--rows .payload -- mosquitto_sub", replacing: "mosquitto_sub", with: client)
  )
  // Retained messages come with the subscription.
  #expect(waits { rows.lines.count >= 2 && payloads.lines.count >= 2 }, "\(rows.errors)")
  #expect(Set(rows.lines.map { $0.split(separator: " ")[1] }) == ["jobs/1", "jobs/2"])
  #expect(try publish("jobs/1", #"{"id":1,"state":"done"}"#))
  #expect(try publish("jobs/2", nil))
  #expect(
    waits { rows.lines.contains { $0.hasPrefix("~ jobs/1 payload.state: queued → done") } }
      && waits { rows.lines.contains { $0.hasPrefix("- jobs/2 ") } },
    "\(rows.lines) \(rows.errors)"
  )
  #expect(
    waits { payloads.lines.contains("~ 1 state: queued → done") },
    "\(payloads.lines) \(payloads.errors)"
  )
  for companion in [rows, payloads] { companion.stop() }
}

@Test func `the Kafka recipe prints what the fixtures were recorded from`() throws {
  let command = try recipe("kcat -C", replacing: "kcat", with: "kcat")
  #expect(command.contains(" -J") && command.contains("--stream"))
  let fixture = package.appending(path: "Tests/FeedsTests/Fixtures/feeds/kafka.jsonl").path()
  let output = try run(["--feed", fixture])
  #expect(output.lines.map { $0.prefix(5) } == ["+ o-1", "+ o-2", "~ o-1", "- o-2"])
}
