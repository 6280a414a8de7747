internal import FeedSources
internal import FeedValues

/// Redis by redis-cli(1): the entries of a stream from the last one on, or the keys.
///
/// `redis://HOST:PORT/DB/STREAM`, with `?group=G&consumer=C` for a consumer group and `?from=$` for new
/// entries only; without a stream the keys, with `?pattern=user:*` those that match. Source:
/// redis.io, "XREAD", "XREADGROUP", "XACK", "SCAN".
///
/// A run is one command with one reply, which is passed on when it is complete. Entries that a group has delivered
/// are acknowledged after they were taken; after a failure, and at the start, those that were on their way are read
/// before new ones.
final class RedisClient: FeedClient {
  static let program = (name: "redis-cli", package: "redis-tools")

  /// The command of a run.
  private enum Command {
    case keys, new, pending, acknowledge
  }

  private let url: FeedURL
  private let isOnce: Bool
  private let keyLimit: Int
  private let stream: String?
  private let group: String?
  private let database: Int
  private var command: Command
  /// The entry after which XREAD continues.
  private var lastID: String
  /// The entries of the group that were taken, and are not known to be acknowledged.
  private var taken: [String] = []
  /// Whether entries may have been delivered that have not arrived.
  private var hasPending: Bool
  private var reader = ValueReader()
  /// The number of bytes of an incomplete reply.
  private var replyLength = 0
  /// The number of entries to request, so that a reply has about the wanted size.
  private var count = 500
  /// Whether the last reply with new entries had fewer than were requested.
  private var hasReachedEnd = false
  private(set) var refusal: String?
  private(set) var remark: String?
  /// The first line of the reply that has the keys, until it is complete.
  private var head: [UInt8]? = []
  /// Whether the run has printed a reply.
  private var hasReplied = false

  private static let largestCount = 5_000
  private static let wantedLength = 4 << 20
  private static let longestReply = 64 << 20

  init(_ url: FeedURL, _ options: ClientOptions = .init(), keyLimit: Int = 10_000) {
    (self.url, isOnce, self.keyLimit) = (url, options.isOnce, keyLimit)
    var parts = url.pathParts
    if let number = parts.first.flatMap({ Int($0) }), number >= 0 {
      database = number
      parts.removeFirst()
    } else {
      database = 0
    }
    stream = parts.isEmpty ? nil : parts.joined(separator: "/")
    group = url.value("group")
    hasPending = group != nil
    lastID = url.value("from") ?? "0-0"
    command = stream == nil ? .keys : .new
  }

  var givesLists: Bool { stream == nil }
  var hasDeadline: Bool { stream == nil }

  func nextRun() -> ClientRun {
    (reader, replyLength, refusal, head) = (ValueReader(), 0, nil, [])
    hasReplied = false
    var arguments = ["redis-cli", "-e", "-n", "\(database)"]
    if !url.host.isEmpty { arguments += ["-h", url.host] }
    if let port = url.port { arguments += ["-p", "\(port)"] }
    if url.knownScheme == .rediss { arguments.append("--tls") }
    if !url.user.isEmpty { arguments += ["--user", url.user] }
    var run = ClientRun(arguments: arguments)
    if let password = url.password { run.environment["REDISCLI_AUTH"] = password }
    guard let stream else {
      run.arguments += ["--raw", "EVAL", Self.keysScript, "0", url.value("pattern") ?? "*"]
      run.arguments += ["\(keyLimit)", "\(Self.longestReply / 4)"]
      return run
    }
    run.arguments.append("--json")
    let wait = isOnce ? [] : ["BLOCK", "0"]
    if let group {
      guard taken.isEmpty else {
        command = .acknowledge
        run.arguments += ["XACK", stream, group] + taken
        return run
      }
      command = hasPending ? .pending : .new
      run.arguments += ["XREADGROUP", "GROUP", group, url.value("consumer") ?? "listview"]
      run.arguments += ["COUNT", "\(count)"] + (hasPending ? [] : wait)
      run.arguments += ["STREAMS", stream, hasPending ? "0" : ">"]
    } else {
      run.arguments += ["XREAD", "COUNT", "\(count)"] + wait + ["STREAMS", stream, lastID]
    }
    return run
  }

  /// Whether there are more keys than are returned, and the keys with their values as one JSON document.
  private static let keysScript = """
    local rows, cursor, size, more = {}, '0', 0, 0
    repeat
      local page = redis.call('SCAN', cursor, 'MATCH', ARGV[1], 'COUNT', 1000)
      cursor = page[1]
      for _, key in ipairs(page[2]) do
        if #rows >= tonumber(ARGV[2]) or size > tonumber(ARGV[3]) then more = 1 break end
        local kind = redis.call('TYPE', key).ok
        local row = {key = key, type = kind, ttl = redis.call('TTL', key)}
        size = size + #key + 50
        if kind == 'string' then
          row.value = redis.call('GET', key)
          size = size + #row.value
        elseif kind == 'list' then row.length = redis.call('LLEN', key)
        elseif kind == 'set' then row.length = redis.call('SCARD', key)
        elseif kind == 'zset' then row.length = redis.call('ZCARD', key)
        elseif kind == 'stream' then row.length = redis.call('XLEN', key)
        elseif kind == 'hash' then
          local fields = redis.call('HGETALL', key)
          row.value = {}
          for i = 1, #fields, 2 do
            row.value[fields[i]] = fields[i + 1]
            size = size + #fields[i] + #fields[i + 1] + 6
          end
        end
        if row.ttl < 0 then row.ttl = nil end
        rows[#rows + 1] = row
      end
    until cursor == '0' or more == 1
    table.sort(rows, function(a, b) return a.key < b.key end)
    if #rows == 0 then return {more, '[]'} end
    return {more, cjson.encode(rows)}
    """

  func take(_ bytes: [UInt8]) -> [UInt8] {
    switch command {
    case .acknowledge: return []
    case .keys: return takeKeys(bytes)
    case .new, .pending:
      var entries: [UInt8] = []
      replyLength += bytes.count
      reader.append(bytes) { entries += takeReply($0) }
      if replyLength > Self.longestReply { refusal = ClientText.largeEntry }
      return entries
    }
  }

  private func takeKeys(_ bytes: [UInt8]) -> [UInt8] {
    guard let known = head else { return bytes }
    let all = known + bytes
    guard let end = all.firstIndex(of: UInt8(ascii: "\n")) else {
      head = all
      return []
    }
    head = nil
    remark = all[..<end].elementsEqual("1".utf8) ? ClientText.keysCut(keyLimit) : nil
    return Array(all[(end + 1)...])
  }

  /// Takes note of the entries in a reply.
  ///
  /// - Returns: The reply without entries that were deleted after a group had delivered them.
  private func takeReply(_ reply: JSONValue) -> [UInt8] {
    (replyLength, hasReplied) = (0, true)
    guard let stream else { return [] }
    let list = reply.member(stream)
    let entries = list?.elements ?? []
    if entries.count < count {
      if command == .pending { hasPending = false } else { hasReachedEnd = true }
    }
    let ids = entries.compactMap { $0.firstElement?.string }
    if group != nil { taken += ids } else { lastID = ids.last ?? lastID }
    guard let list, !entries.isEmpty else { return [] }
    let length = max(1, reply.text.count / entries.count)
    count = min(max(Self.wantedLength / length, 1), Self.largestCount)
    let left = entries.filter { $0.elements.last?.kind == .array }
    var text: [UInt8] = []
    if left.count == entries.count {
      reply.text.withBytes { text += $0 }
    } else if !left.isEmpty {
      // `{"STREAM":` and the brackets of the list are as they were.
      reply.text.withBytes { text += $0.dropLast(list.text.count + 1) }
      text += "[".utf8
      for (position, entry) in left.enumerated() {
        if position > 0 { text += ",".utf8 }
        entry.text.withBytes { text += $0 }
      }
      text += "]}".utf8
    }
    return text.isEmpty ? [] : text + [UInt8(ascii: "\n")]
  }

  func endRun(_ failure: String?) -> RunEnd {
    guard stream != nil else { return failure.map(RunEnd.failed) ?? .list }
    if let failure {
      hasPending = group != nil
      if refusal != nil, count > 1 {
        count = max(1, count / 10)
        return .goesOn
      }
      if refusal != nil { return .failed(failure) }
      return .lost(failure, mayLackRows: group == nil && lastID == "$", retry: nil)
    }
    if command == .acknowledge {
      taken = []
    } else if !hasReplied {
      // The next run would say as little, at once and for ever.
      return .lost(ClientText.noReply, mayLackRows: false, retry: nil)
    }
    return isOnce && hasReachedEnd && taken.isEmpty ? .over : .goesOn
  }
}
