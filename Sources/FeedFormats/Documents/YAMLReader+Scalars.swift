import FeedValues

/// The meaning of scalars and tags.
extension YAMLReader {
  private static let standardTag = "tag:yaml.org,2002:"

  /// The tags of scalars that are read as if untagged, even in quotation marks.
  static let plainTags = Set(["int", "float", "bool", "null"].map { standardTag + $0 })

  /// The tags that add nothing to what the syntax shows.
  private static let knownTags = Set(
    ["str", "map", "seq", "set", "omap", "pairs", "binary", "timestamp", "merge", "value"]
      .map { standardTag + $0 }
  ).union(plainTags)

  /// A tag that is not defined by YAML, and therefore kept; nil for any other.
  static func ownTag(_ tag: String) -> String? {
    if knownTags.contains(tag) || tag == "!" { return nil }
    return tag.hasPrefix(standardTag) ? "!!" + tag.dropFirst(standardTag.count) : tag
  }

  /// Appends the value of a plain scalar.
  static func append(plain bytes: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
    if isJSONNumber(bytes) {
      json.append(contentsOf: bytes)
      return
    }
    guard bytes.count <= 5 else {
      json.appendJSONString(bytes)
      return
    }
    switch String(decoding: bytes, as: UTF8.self) {
    case "", "~", "null", "Null", "NULL": json += "null".utf8
    case "true", "True", "TRUE": json += "true".utf8
    case "false", "False", "FALSE": json += "false".utf8
    default: json.appendJSONString(bytes)
    }
  }
}
