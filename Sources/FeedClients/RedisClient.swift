internal import Feeds

/// Redis by redis-cli(1): the entries of a stream from the last one on, or the keys.
///
/// `redis://HOST:PORT/DB/STREAM`, with `?group=G&consumer=C` for a consumer group and `?from=$` for new
/// entries only; without a stream the keys, with `?pattern=user:*` those that match. Source:
/// redis.io, "XREAD", "XREADGROUP", "SCAN".
final class RedisClient: FeedClient {
  static let program = (name: "redis-cli", package: "redis-tools")

  private let url: FeedURL
  private let stream: String?
  private let database: Int
  private var lastID: String
  private var reader = ValueReader()

  init(_ url: FeedURL) {
    self.url = url
    var parts = url.pathParts
    if let number = parts.first.flatMap({ Int($0) }), number >= 0 {
      database = number
      parts.removeFirst()
    } else {
      database = 0
    }
    stream = parts.isEmpty ? nil : parts.joined(separator: "/")
    lastID = url.value("from") ?? "0-0"
  }

  var givesLists: Bool { stream == nil }

  func nextRun() -> ClientRun {
    reader = ValueReader()
    var arguments = ["redis-cli", "-e", "-n", "\(database)"]
    if !url.host.isEmpty { arguments += ["-h", url.host] }
    if let port = url.port { arguments += ["-p", "\(port)"] }
    if url.knownScheme == .rediss { arguments.append("--tls") }
    if !url.user.isEmpty { arguments += ["--user", url.user] }
    var run = ClientRun(arguments: arguments)
    if let password = url.password { run.environment["REDISCLI_AUTH"] = password }
    guard let stream else {
      run.arguments += ["--raw", "EVAL", Self.keysScript, "0", url.value("pattern") ?? "*"]
      return run
    }
    run.arguments.append("--json")
    if let group = url.value("group") {
      run.arguments += ["XREADGROUP", "GROUP", group, url.value("consumer") ?? "listview"]
      run.arguments += ["COUNT", "5000", "BLOCK", "0", "NOACK", "STREAMS", stream, ">"]
    } else {
      run.arguments += ["XREAD", "COUNT", "5000", "BLOCK", "0", "STREAMS", stream, lastID]
    }
    return run
  }

  /// At most ten thousand keys with their values, as one JSON document.
  private static let keysScript = """
    local rows, cursor = {}, '0'
    repeat
      local page = redis.call('SCAN', cursor, 'MATCH', ARGV[1], 'COUNT', 1000)
      cursor = page[1]
      for _, key in ipairs(page[2]) do
        local kind = redis.call('TYPE', key).ok
        local row = {key = key, type = kind, ttl = redis.call('TTL', key)}
        if kind == 'string' then row.value = redis.call('GET', key)
        elseif kind == 'list' then row.length = redis.call('LLEN', key)
        elseif kind == 'set' then row.length = redis.call('SCARD', key)
        elseif kind == 'zset' then row.length = redis.call('ZCARD', key)
        elseif kind == 'stream' then row.length = redis.call('XLEN', key)
        elseif kind == 'hash' then
          local fields = redis.call('HGETALL', key)
          row.value = {}
          for i = 1, #fields, 2 do row.value[fields[i]] = fields[i + 1] end
        end
        if row.ttl < 0 then row.ttl = nil end
        rows[#rows + 1] = row
      end
    until cursor == '0' or #rows >= 10000
    table.sort(rows, function(a, b) return a.key < b.key end)
    if #rows == 0 then return '[]' end
    return cjson.encode(rows)
    """

  func take(_ bytes: [UInt8]) -> [UInt8] {
    guard let stream else { return bytes }
    var last: String?
    reader.append(bytes) { value in
      let entries = value.member(stream)?.elements ?? []
      last = entries.last?.elements.first?.string ?? last
    }
    if let last { lastID = last }
    return bytes
  }

  func endRun(_ failure: String?) -> RunEnd {
    guard let failure else { return stream == nil ? .list : .goesOn }
    return stream == nil ? .failed(failure) : .lost(failure, mayLackRows: lastID == "$", retry: nil)
  }
}
