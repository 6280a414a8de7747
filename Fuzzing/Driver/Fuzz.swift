import CLibFuzzer
import Foundation
import FuzzTargets

/// Runs libFuzzer on a target: `fuzz TARGET [OPTION OF libFuzzer | FOLDER | FILE]...`, or writes the
/// seeds of a target: `fuzz seeds TARGET ROOT FOLDER`.
@main
enum Fuzz {
  nonisolated(unsafe) static var target = FuzzTarget.values
  nonisolated(unsafe) static var slowest = Slowest()

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 5, arguments[1] == "seeds",
      let target = FuzzTarget(rawValue: arguments[2])
    {
      return try writeSeeds(of: target, URL(filePath: arguments[3]), URL(filePath: arguments[4]))
    }
    guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      FileHandle.standardError.write(Data("usage: fuzz TARGET ...; targets: \(names)\n".utf8))
      exit(2)
    }
    Self.target = target
    atexit { print(Fuzz.slowest.report) }
    run([arguments[0]] + arguments.dropFirst(2))
  }

  private static func writeSeeds(of target: FuzzTarget, _ root: URL, _ folder: URL) throws {
    for (number, seed) in try target.seeds(in: root).enumerated() {
      try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
    }
  }

  private static func run(_ arguments: [String]) {
    var count = CInt(arguments.count)
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    pointers.withUnsafeMutableBufferPointer { buffer in
      var first = buffer.baseAddress
      _ = LLVMFuzzerRunDriver(&count, &first) { start, count in
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        let begin = clock()
        do {
          try Fuzz.target.run(bytes)
        } catch {
          fatalError("\(error)")
        }
        Fuzz.slowest.note(seconds: Double(clock() - begin) / 1e6, bytes)
        return 0
      }
    }
  }
}

/// The input that took the most processor time for its length.
struct Slowest {
  private var seconds = 0.0
  private var count = 1

  /// Shorter inputs count as this long: what is paid once is not theirs.
  private static let minimumLength = 64

  mutating func note(seconds: Double, _ bytes: [UInt8]) {
    let count = max(bytes.count, Self.minimumLength)
    guard seconds / Double(count) > self.seconds / Double(self.count) else { return }
    (self.seconds, self.count) = (seconds, count)
  }

  var report: String {
    let milliseconds = Int(seconds * 1e3)
    return "slowest: \(milliseconds) ms for \(count) bytes, "
      + "\(Int(seconds * 1e6 / Double(count))) µs a byte"
  }
}
