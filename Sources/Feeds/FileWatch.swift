import Glibc

/// Notifications from the kernel about a file and its name (inotify(7)).
final class FileWatch {
  /// Readable when there are notifications.
  let descriptor: Int32
  private let path: String
  private let folder: String
  private let name: [UInt8]
  private var folderWatch: Int32 = -1
  private var fileWatch: Int32 = -1
  private var isFileWatched = false
  /// Watches of files that had the name earlier.
  private var formerWatches: [Int32] = []

  private static let maximumFormerWatches = 4

  /// Watches the folder of a path; nil if the kernel refuses.
  init?(_ path: String) {
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      self.path = path
      // A name may begin with a combining character.
      let letters = path.unicodeScalars
      let slash = letters.lastIndex(of: "/")
      folder = slash.map { $0 == letters.startIndex ? "/" : String(letters[..<$0]) } ?? "."
      name =
        String(letters[(slash.map { letters.index(after: $0) } ?? letters.startIndex)...])
        .pathBytes
      watchFolder()
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// Whether all possible changes are reported.
  var isComplete: Bool { folderWatch >= 0 && isFileWatched }

  /// Watches the folder that the path refers to now.
  func watchFolder() {
    #if os(Linux)
      let changes =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF
      let watch = folder.withPath { inotify_add_watch(descriptor, $0, UInt32(changes)) }
      if folderWatch >= 0, watch != folderWatch { inotify_rm_watch(descriptor, folderWatch) }
      folderWatch = watch
    #endif
  }

  /// Watches the file that the path refers to now.
  func watchFile() {
    #if os(Linux)
      let changes = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
      let watch = path.withPath { inotify_add_watch(descriptor, $0, UInt32(changes)) }
      isFileWatched = watch >= 0
      // A file that can no longer be watched by name is still watched by its descriptor.
      guard isFileWatched else { return }
      // A renamed file may still be written to.
      if fileWatch >= 0, watch != fileWatch { formerWatches.append(fileWatch) }
      fileWatch = watch
      formerWatches.removeAll { $0 == watch }
      if formerWatches.count > Self.maximumFormerWatches {
        inotify_rm_watch(descriptor, formerWatches.removeFirst())
      }
    #endif
  }

  /// Reads what the kernel reported; returns whether it concerns the file, its name or its folder,
  /// rather than another file in the folder.
  func hasNews() -> Bool {
    var hasNews = false
    while case let bytes = readBytes(descriptor, upTo: 16 << 10).bytes, !bytes.isEmpty {
      hasNews = hasNews || isNews(bytes)
    }
    return hasNews
  }

  private func isNews(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      // struct inotify_event: a watch, a mask, a cookie, the length of the name, the name and zeros.
      var offset = 0
      while offset + 16 <= bytes.count {
        let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let name = bytes[min(offset + 16, bytes.count)..<min(offset + 16 + length, bytes.count)]
        if length == 0 || name.prefix(while: { $0 != 0 }).elementsEqual(self.name) { return true }
        offset += 16 + length
      }
      return false
    }
  }
}
