import Columns

extension Context {
  /// The contents of the columns on the screen.
  var searchedColumns: [Search.ColumnText] {
    layout.places.map { Search.ColumnText(columns[$0.column]) }
  }
}
