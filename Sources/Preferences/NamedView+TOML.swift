package import ListViewParts

extension NamedView {
  /// The view as the entries of its table, with their values in TOML syntax.
  package var entries: [(key: String, value: String)] {
    Setting.allCases.compactMap { setting in
      let texts = settings.filter { $0.setting == setting }.map(\.text)
      return texts.isEmpty ? nil : (setting.rawValue, TOMLValue.quoted(texts))
    }
  }
}
