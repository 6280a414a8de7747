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

@Test func `the fuzzer's package gives each module the dependencies that it has`() throws {
  func names(_ list: Substring?) -> Set<String> {
    Set((list ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) })
  }
  let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
  var dependencies: [String: Set<String>] = [:]
  for match in manifest.matches(of: /\.target\(\s*name: "(\w+)",(?:\s*dependencies: \[([^\]]*)\])?/)
  {
    dependencies[String(match.output.1)] = names(match.output.2)
  }
  let url = package.appending(path: "Fuzzing/Package.swift")
  let modules = try String(contentsOf: url, encoding: .utf8)
    .matches(of: /module\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/)
  #expect(modules.count > 8)
  for module in modules {
    let name = String(module.output.1)
    #expect(names(module.output.2) == dependencies[name], "\(name)")
  }
}
