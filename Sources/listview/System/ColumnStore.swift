import Columns
import ListViewParts

import Glibc

/// The file that keeps the user's choice of columns between runs.
///
/// It is `listview/columns` in `$XDG_STATE_HOME`, by default `~/.local/state`, following the XDG Base
/// Directory Specification. It is read once at start-up, and replaced atomically by a temporary file in the
/// same directory.
struct ColumnStore {
  private let folder: String
  private var path: String { folder + "/columns" }

  /// The maximum number of bytes read of the file.
  private static let limit = 8 << 20

  /// Locates the file; nil if the environment does not determine a directory.
  init?(environment: [String: String]) {
    guard let folder = SystemFiles.folder("XDG_STATE_HOME", standard: ".local/state", environment)
    else { return nil }
    self.folder = folder
  }

  /// Reads the file.
  ///
  /// - Returns: The memory, and a message if an existing file could not be read.
  func read() -> (memory: ColumnMemory, notice: String?) {
    let bytes: ArraySlice<UInt8>
    do throws(SystemError) {
      bytes = try SystemFiles.read(path, upTo: Self.limit).prefix(Self.limit)
    } catch {
      return (ColumnMemory(), error.isMissing ? nil : NoticeText.columnsNotLoaded(path, error))
    }
    do throws(ColumnMemory.Failure) {
      let memory = try ColumnMemory(String(decoding: bytes, as: UTF8.self))
      guard memory.skipped > 0 else { return (memory, nil) }
      return (memory, NoticeText.columnsPartlyLoaded(path, memory.skipped))
    } catch .version {
      return (ColumnMemory(), NoticeText.columnsOfOtherVersion(path))
    } catch {
      return (ColumnMemory(), setAside())
    }
  }

  /// Renames a file in an unknown format, so that it is neither lost nor in the way.
  private func setAside() -> String {
    let name = path + ".damaged"
    return rename(path, name) == 0
      ? NoticeText.columnsMoved(to: name)
      : NoticeText.columnsNotLoaded(path, SystemError(code: errno))
  }

  /// Runs a closure while no other listview writes the file.
  ///
  /// - Returns: The result of the closure, or a message about why it could not be run.
  private func locked(_ body: () -> String?) -> String? {
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { return notSaved() }
    defer { close(lock) }
    // Other processes hold the lock only briefly; one that is suspended while holding it must not block this one.
    for _ in 0..<50 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return body() }
      poll(nil, 0, 2)
    }
    return NoticeText.columnsLocked(path)
  }

  /// Stores the columns chosen for a schema fingerprint; nil removes them.
  ///
  /// - Returns: A message about a failure; nil if there was none.
  func write(_ spec: ColumnSpec?, fingerprint: String) -> String? {
    SystemFiles.makeFolder(folder)
    return locked { writeLocked(spec, fingerprint: fingerprint) }
  }

  private func writeLocked(_ spec: ColumnSpec?, fingerprint: String) -> String? {
    // Another listview may have stored columns since the file was read.
    let (kept, notice) = read()
    // A damaged file is repaired; that of another version is left alone.
    if let notice, kept.skipped == 0, access(path, F_OK) == 0 { return notice }
    var memory = kept
    memory[fingerprint] = spec
    guard memory != kept || kept.skipped > 0 else { return nil }
    do throws(SystemError) {
      try SystemFiles.replace(path, with: memory.text.utf8)
    } catch {
      return NoticeText.columnsNotSaved(path, error)
    }
    return nil
  }

  private func notSaved(_ code: Int32 = errno) -> String {
    NoticeText.columnsNotSaved(path, SystemError(code: code))
  }
}
