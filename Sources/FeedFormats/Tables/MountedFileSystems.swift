import FeedValues
import Values

extension LineForm {
  static let mounts = LineForm(FeedText.Lines.mounts) {
    MountedFileSystems.readSentence(LogCursor($0))
  }
  static let fileSystems = LineForm(FeedText.Lines.fileSystems) {
    MountedFileSystems.readWords(LogCursor($0))
  }
}

/// File systems and where they are mounted, as mount(8) prints them, and as /proc/mounts and /etc/fstab have them.
enum MountedFileSystems {
  private static let filesystem = LogName("filesystem")
  private static let mountPoint = LogName("mount_point")
  private static let type = LogName("type")
  private static let options = LogName("options")
  private static let dump = LogName("dump")
  private static let pass = LogName("pass")

  /// `/dev/sda1 on / type ext4 (rw,relatime)`, and without a type that of macOS: `/dev/disk1 on / (apfs, local)`.
  static func readSentence(_ start: LogCursor) -> LogRecord? {
    let line = start.bytes
    var cursor = start
    guard let device = cursor.word(), cursor.skip(text: " on "),
      cursor.peek() == UInt8(ascii: "/"), let end = line.lastIndex(of: UInt8(ascii: "(")),
      line.last == UInt8(ascii: ")"), end > cursor.position, line[end - 1] == UInt8(ascii: " ")
    else { return nil }
    var record = LogRecord()
    record.add(filesystem, .text(device))
    // A mount point may contain blanks, a type does not.
    let middle = cursor.position..<end - 1
    let start = line[middle].lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 } ?? end
    let word = " type ".utf8
    let isTyped =
      start - word.count >= middle.lowerBound
      && line[(start - word.count)..<start].elementsEqual(word)
    record.add(
      mountPoint,
      .text(middle.lowerBound..<(isTyped ? start - word.count : middle.upperBound))
    )
    if isTyped { record.add(type, .text(start..<middle.upperBound)) }
    record.add(options, .text(end + 1..<line.count - 1))
    return record
  }

  /// `/dev/sda1 / ext4 rw,relatime 0 1`.
  static func readWords(_ start: LogCursor) -> LogRecord? {
    let line = start.bytes
    var cursor = start
    var words: [Range<Int>] = []
    while let word = cursor.word() {
      guard words.count < 6 else { return nil }
      words.append(word)
      cursor.skipSpaces()
    }
    guard words.count == 6,
      words[4...].allSatisfy({ $0.count == 1 && line[$0.lowerBound].isDigit }),
      line[words[1].lowerBound] == UInt8(ascii: "/") || isNowhere(line[words[1]]),
      line[words[2].lowerBound].isLetter, line[words[3].lowerBound].isLetter
    else { return nil }
    var record = LogRecord()
    for (name, word) in zip([filesystem, mountPoint, type, options], words) {
      record.add(name, .text(word))
    }
    record.add(dump, .part(words[4]))
    record.add(pass, .part(words[5]))
    return record
  }

  private static func isNowhere(_ word: some Sequence<UInt8>) -> Bool {
    word.elementsEqual("none".utf8) || word.elementsEqual("swap".utf8)
  }
}
