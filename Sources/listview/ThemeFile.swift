import ArgumentParser
import ListViewParts
import Preferences
import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ListViewCommand {
  /// The theme that was asked for: by its name, or by the path of a base16 file, which has a slash or
  /// a dot in it.
  ///
  /// - Throws: `ValidationError` where there is no such theme, or the file is none.
  var themeChoice: ThemeChoice {
    get throws {
      if let choice = ThemeChoice(named: theme) { return choice }
      guard theme.contains("/") || theme.contains(".") else {
        let names = ThemeChoice.all.map(\.name)
        let nearest = Spelling.nearest(to: theme, among: names).map { " Did you mean \($0)?" } ?? ""
        throw ValidationError(
          "--theme: unknown theme \(theme).\(nearest) Use one of \(names.joined(separator: ", ")), or a base16 file."
        )
      }
      let bytes = try Self.bytes(ofTheme: theme)
      do throws(Base16Error) {
        let file = theme.split(separator: "/").last.map(String.init) ?? theme
        let name = file.split(separator: ".").first.map(String.init) ?? file
        return ThemeChoice(scheme: try ColorScheme(base16: bytes, name: name))
      } catch {
        throw ValidationError("--theme: \(theme): \(error).")
      }
    }
  }

  /// Reads a file up to a byte more than a scheme may have.
  private static func bytes(ofTheme path: String) throws -> [UInt8] {
    // A FIFO in its place must not hold the program up.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw ValidationError("--theme: \(path): \(String(cString: strerror(errno))).")
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= 1 << 16 {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw ValidationError("--theme: \(path): \(String(cString: strerror(errno))).")
      }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }
}
