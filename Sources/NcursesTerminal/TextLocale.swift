import CNcurses

import Glibc

/// The character encoding of the C library, in which ncurses writes its output.
enum TextLocale {
  /// Selects UTF-8: the user's locale if it is UTF-8, else C.UTF-8.
  ///
  /// Under `LC_ALL=C` ncurses would draw blanks and single bytes for everything that is not ASCII,
  /// on a terminal that can show it.
  static func useUTF8() {
    setlocale(LC_CTYPE, "")
    for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where !isUTF8 { setlocale(LC_CTYPE, name) }
  }

  private static var isUTF8: Bool {
    guard let codeset = nl_langinfo(nl_item(CODESET)) else { return false }
    return String(cString: codeset) == "UTF-8"
  }
}
