package import ListViewParts

/// The values that are expected in a configuration.
package enum PreferencesText {
  package static let rule = "a transition, a filter or a command, in quotes"
  package static let table = "a table, such as [keys]"
  package static let option = "a string, a number, true or false"
  package static let keys = #"the name of a key, or a list of them, such as "j" or ["j", "ctrl-n"]"#
  package static func keyNames(unknown key: String) -> String {
    "names of keys, such as j, space, ctrl-d, pgdn or f5; \(key) is not one"
  }
  package static let action = "KEY [OPTION…] => COMMAND, in single quotes"
  package static func action(_ problem: String, at character: Int) -> String {
    "\(action): \(problem), at character \(character)"
  }
  package static let view = "a table of its own, such as [views.jobs]"
  package static func setting(_ setting: NamedView.Setting) -> String {
    switch setting {
    case .columns: "columns, such as \"id,created:ago,*\""
    case .filter: "a filter, such as \"status=failed\""
    case .sort: "a column, such as \"-created\""
    case .group: "a column, such as \"status\""
    case .count: "fields and figures, such as \"path: count, sum(bytes)\""
    case .summary: "items, such as \"count,sum:amount\""
    case .colorRow: "rules in a list, such as [\"status=failed => red\"]"
    case .fields: "what :save has written, in quotes"
    }
  }
  package static func setting(
    _ setting: NamedView.Setting,
    _ problem: String,
    at character: Int
  ) -> String {
    "\(self.setting(setting)): \(problem), at character \(character)"
  }
  package static let pattern = "a regular expression, in single quotes"
  package static func pattern(_ problem: String, at character: Int) -> String {
    "\(pattern): \(problem), at character \(character)"
  }
  package static let appearance = "auto, dark or light"
  package static let color = ##"a colour, such as "#7aa2f7""##
}
