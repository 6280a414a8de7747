// A stand-in: what it stands for is documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

extension IndexPath {
  /// The path of an item, as UIKit and AppKit make it.
  public init(item: Int, section: Int) { self = [section, item] }

  public var section: Int { self[0] }
  public var item: Int { self[1] }
}
