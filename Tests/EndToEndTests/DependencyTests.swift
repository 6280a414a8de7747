import Foundation
import TerminalTestSupport
import Testing

@Test func `the program links neither Foundation, ICU nor a C++ runtime`()
  throws
{
  let program = try Data(contentsOf: URL(filePath: builtProgram("listview")))
  func names(_ library: String) -> Bool { program.range(of: Data(library.utf8)) != nil }
  // Libraries that are linked are named in the file; one of these always is.
  try #require(names("libncursesw.so.6\0") || names("libncurses"))
  for library in [
    "libFoundation.so\0", "libFoundationInternationalization.so\0", "lib_FoundationICU.so\0",
    "libicu", "libstdc++.so",
  ] {
    #expect(!names(library), "\(library)")
  }
}
