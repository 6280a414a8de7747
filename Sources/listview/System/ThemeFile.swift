import ArgumentParser
import ListViewParts
import Preferences
import TerminalCore

extension ListViewCommand {
  /// The theme given by `--theme`: a name, or the path of a base16 file, which contains a slash or a dot.
  ///
  /// - Throws: `ValidationError` if there is no such theme, or the file is invalid.
  var themeChoice: ThemeChoice {
    get throws {
      if let choice = ThemeChoice(named: theme) { return choice }
      guard theme.contains("/") || theme.contains(".") else {
        let names = ThemeChoice.all.map(\.name)
        let nearest = Spelling.nearest(to: theme, among: names)
        throw ValidationError(UsageText.unknownTheme(theme, nearest: nearest, names))
      }
      let bytes: [UInt8]
      do {
        bytes = try SystemFiles.read(theme, upTo: 1 << 16)
      } catch {
        throw ValidationError(UsageText.invalid("--theme: \(theme)", "\(error)"))
      }
      do throws(Base16Error) {
        let file = theme.split(separator: "/").last.map(String.init) ?? theme
        let name = file.split(separator: ".").first.map(String.init) ?? file
        return ThemeChoice(scheme: try ColorScheme(base16: bytes, name: name))
      } catch {
        throw ValidationError(UsageText.invalid("--theme: \(theme)", "\(error)"))
      }
    }
  }
}
