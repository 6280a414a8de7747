/// Records of a name and a value on each line, with a blank line between them: ldapsearch(1), `dpkg -s`, `apt-cache show`,
/// `/proc/cpuinfo`, `systemctl show`.
struct RecordsForm: Sendable {
  /// The fields of the record that is not complete yet.
  private var fields: [(name: [UInt8], value: [UInt8])] = []
  private var byteCount = 0

  /// The maximum number of fields in a record, and of bytes; more begin another one.
  private static let fieldLimit = 1_024
  private static let byteLimit = 1 << 20
  private static let longestName = 48

  /// Whether lines are such records: several, which begin with the same name, and share most names.
  static func holds(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    var records: [[[UInt8]]] = []
    var isOpen = false
    for line in lines {
      if line.allSatisfy(\.isJSONSpace) {
        isOpen = false
      } else if let field = field(line) {
        if isOpen {
          records[records.count - 1].append(field.name)
        } else {
          records.append([field.name])
        }
        isOpen = true
      } else if !isComment(line), !isOpen || line.first?.isBlank != true {
        return false
      }
    }
    guard records.count > 1, let first = records.first, first.count > 1 else { return false }
    let names = Set(first)
    return records.dropFirst().allSatisfy { record in
      record[0] == first[0] && record.count { names.contains($0) } * 2 >= record.count
    }
  }

  /// Reads a line; one that is no field belongs to the one before.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    guard !line.allSatisfy(\.isJSONSpace) else { return finish(into: &values) }
    if fields.count >= Self.fieldLimit || byteCount >= Self.byteLimit { finish(into: &values) }
    byteCount += line.count
    if line.first?.isBlank != true || fields.isEmpty, let field = Self.field(line) {
      add(field.value, to: field.name, after: ", ")
    } else if !Self.isComment(line) {
      let text = line.first?.isBlank == true ? Array(line.dropFirst()) : Array(line)
      add(text, to: fields.last?.name ?? Array("text".utf8), after: "\n")
    }
  }

  /// Emits the record so far.
  mutating func finish(into values: inout TextValues) {
    guard !fields.isEmpty else { return }
    values.appendRecord(fields.map { LogName($0.name).json }, fields.map(\.value))
    (fields, byteCount) = ([], 0)
  }

  private mutating func add(_ text: [UInt8], to name: [UInt8], after separator: String) {
    guard let offset = fields.firstIndex(where: { $0.name == name }) else {
      fields.append((name, text))
      return
    }
    let isEmpty = fields[offset].value.isEmpty
    fields[offset].value += (isEmpty ? [] : Array(separator.utf8)) + text
  }

  private static func isComment(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#")
  }

  /// A name of some words before a colon that is followed by space, or of one word before an equals sign.
  private static func field(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (name: [UInt8], value: [UInt8])? {
    guard line.first?.isLetter == true,
      let end = line.firstIndex(where: { ":=".utf8.contains($0) }), end <= longestName
    else { return nil }
    var name = Array(line[..<end])
    while name.last?.isBlank == true { name.removeLast() }
    var rest = line[(end + 1)...]
    if line[end] == UInt8(ascii: ":") {
      // LDIF has two colons before a value in base64.
      if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
      guard rest.first?.isBlank ?? true else { return nil }
    } else if name.count < end || name.contains(where: \.isBlank) {
      return nil
    }
    while rest.first?.isBlank == true { rest = rest.dropFirst() }
    return (name, Array(rest))
  }
}
