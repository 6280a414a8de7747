import CNcurses

/// A terminal's description, as in compiled entries of the terminfo database.
///
/// Few terminals with sixteen million colours have an entry that says so: they set `COLORTERM`, and
/// name an entry with 256. ncurses takes a whole entry from the environment, so what the terminal's
/// own entry lacks is added to a copy.
///
/// - SeeAlso: term(5), and `TERMINFO` in ncurses(3).
struct TerminfoEntry {
  private let name: String
  private var flags: [Bool] = []
  private var numbers: [Int32] = []
  private var strings: [[UInt8]?] = []
  /// Flags outside of the standard.
  private var extendedFlags: [String] = []

  /// Copies the entry of the current screen.
  init(currentNamed name: String) {
    self.name = name
    var index: Int32 = 0
    while let name = nc_flag_name(index) {
      flags.append(nc_flag(name))
      index += 1
    }
    index = 0
    while let name = nc_number_name(index) {
      numbers.append(nc_number(name))
      index += 1
    }
    index = 0
    while let name = nc_string_name(index) {
      strings.append(nc_string(name).map(TerminfoEntry.bytes))
      index += 1
    }
    // Whether 39 and 49 select the default colours; ncurses looks for this name.
    if nc_flag("AX") { extendedFlags.append("AX") }
  }

  /// The bytes of a string, which need not be UTF-8.
  static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
    var (bytes, next) = ([UInt8](), string)
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return bytes
  }

  /// Makes colours red, green and blue values, except for the first eight, like `xterm-direct`.
  mutating func useDirectColors() {
    set("colors", 0x100_0000)
    set("pairs", 0x1_0000)
    let channels = "%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    set("setaf", "\u{1B}[%?%p1%{8}%<%t3%p1%d%e38;2;\(channels)%;m")
    set("setab", "\u{1B}[%?%p1%{8}%<%t4%p1%d%e48;2;\(channels)%;m")
    set("initc", nil)
    set("ccc", false)
    extendedFlags.append("RGB")
  }

  /// Gives the entry a size; ncurses refuses to start without one if it must not read the
  /// environment, and the Linux console has none.
  mutating func useSize(columns: Int32, lines: Int32) {
    set("cols", columns)
    set("lines", lines)
  }

  private mutating func set(_ name: String, _ value: Bool) {
    if let index = index(of: name, in: nc_flag_name) { flags[index] = value }
  }

  private mutating func set(_ name: String, _ value: Int32) {
    if let index = index(of: name, in: nc_number_name) { numbers[index] = value }
  }

  private mutating func set(_ name: String, _ value: String?) {
    if let index = index(of: name, in: nc_string_name) {
      strings[index] = value.map { Array($0.utf8) }
    }
  }

  private func index(of name: String, in names: (Int32) -> UnsafePointer<CChar>?) -> Int? {
    var index: Int32 = 0
    while let candidate = names(index) {
      if String(cString: candidate) == name { return Int(index) }
      index += 1
    }
    return nil
  }

  /// The entry in the format of term(5) with numbers of 32 bits.
  var compiled: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ values: Int...) {
      for value in values {
        withUnsafeBytes(of: Int16(truncatingIfNeeded: value).littleEndian) { bytes += $0 }
      }
    }
    func pad() { if bytes.count % 2 != 0 { bytes.append(0) } }
    var (table, offsets): ([UInt8], [Int]) = ([], [])
    for string in strings {
      offsets.append(string == nil ? -1 : table.count)
      if let string { table += string + [0] }
    }
    append(0o1036, name.utf8.count + 1, flags.count, numbers.count, offsets.count, table.count)
    bytes += Array(name.utf8) + [0]
    bytes += flags.map { $0 ? 1 : 0 }
    pad()
    for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    for offset in offsets { append(offset) }
    bytes += table
    pad()
    // The extended part: only flags here, with their names.
    let names = extendedFlags.map { Array($0.utf8) + [0] }
    append(names.count, 0, 0, names.count, names.reduce(0) { $0 + $1.count })
    bytes += names.map { _ in 1 }
    pad()
    var offset = 0
    for name in names {
      append(offset)
      offset += name.count
    }
    return bytes + names.joined()
  }
}
