import FeedValues

import Glibc

/// The identity of a file, independent of its path and of links.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// The identity of the file or FIFO at a path; nil for anything else.
  init?(path: String) {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of the file or FIFO of a descriptor; nil for anything else.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
