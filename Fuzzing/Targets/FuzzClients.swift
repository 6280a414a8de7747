import FeedClients

/// Every part of a URL is data for its client, whose output is taken the same wherever it is cut.
///
/// The first line is the URL, the rest what the client prints in each of two runs.
func fuzzClients(_ input: [UInt8]) throws(Violation) {
  var bytes = input
  var choices = Choices(4, from: &bytes)
  let cut = choices.next(256)
  let options = ClientOptions(
    headers: choices.pick([[], [], ["X: \"a\\"]]),
    query: choices.pick([nil, nil, "select 1"]),
    isOnce: choices.isChosen()
  )
  let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
  let text = String(decoding: bytes[..<end], as: UTF8.self)
  let output = Array(bytes[end...].dropFirst())
  guard let url = FeedURL(text) else { return }
  try check(!hasControls(url.title), "a control character is in the title: \(url.title)")
  try checkPassword(text, url, options)
  guard let whole = try? ClientSource.client(url, options),
    let halves = try? ClientSource.client(url, options)
  else { return }
  let place = output.count * cut / 256
  let texts = words(whole.nextRun()) + (whole.listeningRun()?.arguments ?? [])
  try check(!texts.contains { $0.utf8.contains(0) }, "an argument is cut: \(texts)")
  for failure in [nil, "lost"] {
    let (first, second) = (whole.nextRun(), halves.nextRun())
    try checkRun(first)
    try check(words(first) == words(second), "cut at \(place), the next runs differ")
    if let listening = whole.listeningRun() { try checkRun(listening) }
    let taken = whole.take(output)
    let parts = halves.take(Array(output[..<place])) + halves.take(Array(output[place...]))
    // What came before a refusal may have been passed on, or not.
    let isRefused = whole.refusal != nil && whole.refusal == halves.refusal
    let isSame = taken == parts || isRefused && parts.starts(with: taken)
    try check(isSame, "cut at \(place), the output differs")
    let ends = (whole.endRun(failure), halves.endRun(failure))
    try check(ends.0 == ends.1, "cut at \(place), the ends differ: \(ends)")
  }
  try checkRun(whole.nextRun())
}

/// The arguments, without what is random in them.
private func words(_ run: ClientRun) -> [String] {
  run.arguments.map { $0.hasPrefix("listview-") ? "listview-" : $0 }
}

/// Whether a text begins with the bytes of another one, whatever combines with the last of them.
private func begins(_ text: String, _ start: String) -> Bool { text.utf8.starts(with: start.utf8) }

private func hasControls(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.generalCategory == .control }
}

/// A password that is put into the URL is in no argument, and not in the title.
private func checkPassword(
  _ text: String,
  _ url: FeedURL,
  _ options: ClientOptions
) throws(Violation) {
  guard url.user.isEmpty, url.password == nil else { return }
  let secret = "u3e8-a-password-91c7"
  let scheme = url.scheme.count + "://".count
  let rest = text.unicodeScalars.dropFirst(scheme)
  guard !rest.prefix(while: { !"/?#".unicodeScalars.contains($0) }).contains("@") else { return }
  var named = "\(url.scheme)://u:\(secret)@".unicodeScalars
  named.append(contentsOf: rest)
  guard let address = FeedURL(String(named)) else { return }
  try check(address.password == secret, "the password is another one: \(address.password ?? "")")
  try check(!address.title.contains(secret), "the password is in the title")
  guard let client = try? ClientSource.client(address, options) else { return }
  for run in [client.nextRun(), client.listeningRun()].compactMap(\.self) {
    try check(!run.arguments.contains { $0.contains(secret) }, "the password is an argument")
  }
}

/// The options that listview gives to the clients, with whether a value follows.
private let options: [String: [String: Bool]] = [
  "curl": ["--disable": false, "--config": true],
  "redis-cli": [
    "-e": false, "--tls": false, "--json": false, "--raw": false, "-n": true, "-h": true,
    "-p": true, "--user": true,
  ],
  "mosquitto_sub": [
    "-c": false, "-d": false, "-t": true, "-q": true, "-F": true, "-k": true, "-V": true,
    "-x": true, "-i": true,
    "-h": true, "-p": true, "-u": true, "--capath": true,
  ],
  "kcat": [
    "-C": false, "-q": false, "-u": false, "-J": false, "-e": false, "-b": true, "-t": true,
    "-o": true, "-X": true,
  ],
  "nats": ["sub": false, "--raw": false, "--": false],
  "psql": [
    "-X": false, "-q": false, "-w": false, "-A": false, "-t": false, "--csv": false, "-v": true,
    "-d": true, "-c": true,
  ],
]

/// Checks that a run has the options that listview gives, and nothing else that its client interprets.
private func checkRun(_ run: ClientRun) throws(Violation) {
  let program = run.arguments[0]
  guard let known = options[program] else {
    throw Violation(description: "an unknown program: \(program)")
  }
  var rest = run.arguments.dropFirst()
  while let argument = rest.first, let takesValue = known[argument] {
    rest.removeFirst()
    if argument == "--" { break }
    guard takesValue else { continue }
    guard let value = rest.popFirst() else {
      throw Violation(description: "\(argument) has no value: \(run.arguments)")
    }
    switch (program, argument) {
    case ("psql", "-c"): try checkSQL(value)
    case ("psql", "-d"):
      let isAddress = begins(value, "postgres://") || begins(value, "postgresql://")
      try check(isAddress, "no address: \(value)")
    case ("psql", "-v"): try check(value == "ON_ERROR_STOP=1", "a variable: \(value)")
    case ("kcat", "-X"): try check(value == "auto.offset.reset=earliest", "a property: \(value)")
    default: break
    }
  }
  // redis-cli takes what is behind the name of a command as data.
  let isCommand = rest.first.map { ["EVAL", "XREAD", "XREADGROUP", "XACK"].contains($0) }
  let isData =
    program == "nats"
    ? rest.count == 1 : rest.isEmpty || program == "redis-cli" && isCommand == true
  try check(isData, "an option or an operand too many: \(run.arguments)")
  try checkInput(run)
}

/// Checks that SQL does not begin a command of psql, and that a query of a URL stays within its constant.
private func checkSQL(_ text: String) throws(Violation) {
  try check(!begins(text, "\\"), "a command of psql: \(text)")
  guard !begins(text, " ") else { return }
  let start = "BEGIN READ ONLY; SET LOCAL cursor_tuple_fraction = 1; DO E'"
  try check(begins(text, start), "not a query that reads: \(text)")
  var rest = text.unicodeScalars.dropFirst(start.unicodeScalars.count)
  while let scalar = rest.popFirst() {
    guard scalar == "'" || scalar == "\\" else { continue }
    if rest.first != scalar { break }
    rest.removeFirst()
  }
  let end = String(Substring(rest))
  try check(end == "; FETCH ALL FROM listview", "the constant ends within the query: \(text)")
}

/// Checks that each line that a client reads from standard input is one of listview's.
private func checkInput(_ run: ClientRun) throws(Violation) {
  guard !run.input.isEmpty else { return }
  let lines = Set(run.input.split(separator: UInt8(ascii: "\n")).map { Array($0) })
  for bytes in lines {
    let line = String(decoding: bytes, as: UTF8.self)
    switch run.arguments[0] {
    case "psql":
      let isCommand =
        [":s", "\\echo listening"].contains(line) || begins(line, "\\set s 'DO $$BEGIN PERFORM ")
      guard !isCommand else { continue }
      let isName = isQuoted(bytes, after: "LISTEN ", before: ";") { $0 == UInt8(ascii: "\"") }
      try check(isName && !hasControls(line), "a line of psql: \(line)")
    case "curl":
      guard let sign = line.unicodeScalars.firstIndex(of: "=") else {
        let isFlag = bytes.allSatisfy {
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-")
        }
        try check(isFlag, "a line of curl: \(line)")
        continue
      }
      let value = line.unicodeScalars[line.unicodeScalars.index(after: sign)...].dropFirst()
      let isNumber = value.allSatisfy { ("0"..."9").contains($0) }
      let quoted = Array(String(Substring(value)).utf8)
      let isText = isQuoted(quoted, after: "", before: "") { $0 == UInt8(ascii: "\\") }
      let hasControls = bytes.contains { $0 < 0x20 || $0 == 0x7F }
      try check((isNumber || isText) && !hasControls, "a line of curl: \(line)")
    default: throw Violation(description: "input of \(run.arguments[0])")
    }
  }
}

/// Whether a line consists of a text in quotation marks, which another byte or they themselves escape.
private func isQuoted(
  _ line: [UInt8],
  after start: String,
  before end: String,
  _ escapes: (UInt8) -> Bool
) -> Bool {
  let mark = UInt8(ascii: "\"")
  guard line.starts(with: Array("\(start)\"".utf8)) else { return false }
  var rest = line[(start.utf8.count + 1)...]
  while let byte = rest.popFirst() {
    if escapes(byte), rest.first != nil, byte != mark || rest.first == mark {
      rest.removeFirst()
    } else if byte == mark {
      return rest.elementsEqual(end.utf8)
    }
  }
  return false
}
