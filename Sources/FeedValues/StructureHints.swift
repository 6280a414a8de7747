/// The members of an object that suggest a structure, found while the object is scanned, so that most
/// objects need no second look.
package struct StructureHints: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  static let at = StructureHints(rawValue: 1 << 0)
  /// `rows` with an array, or `op`.
  static let rowsOrOp = StructureHints(rawValue: 1 << 1)
  static let object = StructureHints(rawValue: 1 << 2)
  /// `object` with an object.
  static let nestedObject = StructureHints(rawValue: 1 << 3)
  /// `data` with an array.
  static let dataArray = StructureHints(rawValue: 1 << 4)
  static let type = StructureHints(rawValue: 1 << 5)
  /// `items` with an array.
  static let itemsArray = StructureHints(rawValue: 1 << 6)
  static let kind = StructureHints(rawValue: 1 << 7)
  static let payload = StructureHints(rawValue: 1 << 8)
  static let topic = StructureHints(rawValue: 1 << 9)
  static let cursor = StructureHints(rawValue: 1 << 10)
  static let action = StructureHints(rawValue: 1 << 11)
  static let timeNano = StructureHints(rawValue: 1 << 12)
  /// A name that log lines use for their time; looked for where keys are.
  static let logTime = StructureHints(rawValue: 1 << 13)
  /// A name that log lines use for their message or level; looked for where keys are.
  static let logText = StructureHints(rawValue: 1 << 14)

  /// The hint of one member.
  ///
  /// - Parameters:
  ///   - name: Its name, of up to eight bytes, as a word, the first byte the lowest.
  ///   - byte: The first byte of its value.
  @inline(__always)
  init(name: UInt64, valueBeginsWith byte: UInt8) {
    let isArray = byte == UInt8(ascii: "[")
    switch name {
    case 0x7461 /* at */: self = .at
    case 0x73776F72 /* rows */: self = isArray ? .rowsOrOp : []
    case 0x706F /* op */: self = .rowsOrOp
    case 0x7463656A626F /* object */: self = byte == UInt8(ascii: "{") ? .nestedObject : .object
    case 0x61746164 /* data */: self = isArray ? .dataArray : []
    case 0x65707974 /* type */: self = .type
    case 0x736D657469 /* items */: self = isArray ? .itemsArray : []
    case 0x646E696B /* kind */: self = .kind
    case 0x64616F6C796170 /* payload */: self = .payload
    case 0x6369706F74 /* topic */: self = .topic
    case 0x524F535255435F5F /* __CURSOR */: self = .cursor
    case 0x6E6F69746341 /* Action */: self = .action
    case 0x6F6E614E656D6974 /* timeNano */: self = .timeNano
    default: self = []
    }
  }

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Whether the object can only be a row.
  package var isPlain: Bool {
    !(contains(.rowsOrOp) || isSuperset(of: [.object, .dataArray])
      || isSuperset(of: [.nestedObject, .type]) || isSuperset(of: [.itemsArray, .kind])
      || isSuperset(of: [.payload, .topic]) || contains(.cursor)
      || isSuperset(of: [.action, .timeNano]))
  }

  /// Whether the object may be a log line.
  package var mayBeLogLine: Bool { isSuperset(of: [.logTime, .logText]) }
}
