@testable import FeedIdentity
import FeedFormats
import FeedSources
import FeedStore
import FeedValues
import Foundation

/// A feed on disk, and what a decoder makes of it.
struct FeedFixture {
  var decoder: FeedDecoder
  var items: [FeedItem] = []

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/feeds")
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// Reads a fixture as a stream that ends, or as one run of a polled command.
  init(_ name: String, _ options: FeedDecoder.Options = .init()) throws {
    self.init(try Self.bytes(name), options)
  }

  init(_ text: String, of options: FeedDecoder.Options) {
    self.init(Array(text.utf8), options)
  }

  init(_ bytes: [UInt8], _ options: FeedDecoder.Options = .init(), cutAt cut: Int? = nil) {
    decoder = FeedDecoder(options)
    if let cut {
      items += decoder.append(Array(bytes[..<cut]))
      items += decoder.append(Array(bytes[cut...]))
    } else {
      items += decoder.append(bytes)
    }
    items += options.isPolled ? decoder.endRun() : decoder.finish()
  }

  /// The list at the end.
  var list: RowList {
    var list = RowList()
    for item in items { list.apply(item) }
    return list
  }

  /// The keys of the rows at the end, the first row first.
  var ids: [String] { list.rows.map(\.id.description) }

  /// The kinds of the items, in one letter each.
  var kinds: String {
    items.map { item in
      switch item {
      case .snapshot: "s"
      case .upsert: "u"
      case .append: "a"
      case .insert: "i"
      case .delete: "d"
      }
    }.joined()
  }

  /// The values of one field at the end, the first row first.
  func values(_ path: String) -> [String?] {
    list.rows.map { $0.value[FieldPath([path])]?.string ?? $0.value[FieldPath(path)]?.string }
  }

  var keyRule: String? { decoder.keyRule?.description }
  var structures: [FeedStructure] { decoder.structureCounts.map(\.structure) }
}
