import FeedValues
import Glibc

/// Notifications from the kernel about a file and its name (inotify(7)).
final class FileWatch {
  /// Readable when there are notifications.
  let descriptor: Int32
  private let path: String
  /// The names in the watched folders that decide the target of the path: its own, and those of the links on the
  /// way to the file.
  private var names: Set<[UInt8]> = []
  private var folderWatches: Set<Int32> = []
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
      watchFolders()
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// Whether all possible changes are reported.
  var isComplete: Bool { !folderWatches.isEmpty && isFileWatched }

  /// Watches the folders that decide the target of the path: the one that it names, and the folders of the symbolic
  /// links on the way to the file, such as a `current` that is switched to another version.
  func watchFolders() {
    #if os(Linux)
      let changes = UInt32(
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
          | IN_MOVE_SELF
      )
      let former = folderWatches
      (names, folderWatches) = ([], [])
      for (folder, name) in Self.links(of: path) {
        let watch = folder.withPath { inotify_add_watch(descriptor, $0, changes) }
        guard watch >= 0 else { continue }
        folderWatches.insert(watch)
        names.insert(name)
      }
      for watch in former.subtracting(folderWatches) { inotify_rm_watch(descriptor, watch) }
    #endif
  }

  /// The path as a folder and a name in it, and those of the symbolic links on the way to the file.
  private static func links(of path: String) -> [(folder: String, name: [UInt8])] {
    let slash = UInt8(ascii: "/")
    func parts(_ path: [UInt8]) -> [[UInt8]] { path.split(separator: slash).map { Array($0) } }
    func folder(_ bytes: [UInt8], of path: [UInt8]) -> [UInt8] {
      bytes.isEmpty ? (path.first == slash ? [slash] : [UInt8(ascii: ".")]) : bytes
    }
    var path = path.pathBytes
    var rest = parts(path)
    var way: [UInt8] = []
    var found = [
      (
        String(
          pathBytes: folder(Array(path.prefix(upTo: path.lastIndex(of: slash) ?? 0)), of: path)
        ),
        rest.last ?? []
      )
    ]
    // The kernel follows as many links (path_resolution(7)).
    var remaining = 40
    while let name = rest.first, remaining > 0 {
      let parent = folder(way, of: path)
      rest.removeFirst()
      way += (way.isEmpty && path.first != slash ? [] : [slash]) + name
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = String(pathBytes: way).withPath { readlink($0, &buffer, buffer.count) }
      guard count > 0 else { continue }
      remaining -= 1
      found.append((String(pathBytes: parent), name))
      let target = buffer.prefix(count).map { UInt8(bitPattern: $0) }
      rest = parts(target) + rest
      if target.first == slash {
        (path, way) = ([slash], [])
      } else {
        way.removeLast(min(way.count, name.count + 1))
      }
    }
    return found
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
        if length == 0 || names.contains(Array(name.prefix { $0 != 0 })) { return true }
        offset += 16 + length
      }
      return false
    }
  }
}
