extension JSONValue {
  /// A line of text as a string, without the carriage return at its end; nil if that is longer than a value may be.
  package init?(line: Slice<UnsafeBufferPointer<UInt8>>) {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    var string: [UInt8] = []
    string.reserveCapacity(text.count + 2)
    string.appendJSONString(text)
    guard let value = JSONValue.made(string) else { return nil }
    self = value
  }

  /// The value as the only member of an object of a shape; unchanged if that is longer than a value may be.
  package func asMember(_ name: String, as shape: LineShape) -> JSONValue {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    bytes.appendJSONString(name.utf8)
    bytes.append(UInt8(ascii: ":"))
    let looks = text.store.looks(in: text.range, movedTo: bytes.count)
    text.withBytes { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "}"))
    return .made(bytes, looks: [TextLook(start: 0, shape: shape)] + looks) ?? self
  }
}
