extension Surroundings {
  /// What is written in the columns on the screen.
  var searchedColumns: [Search.ColumnText] {
    layout.places.map { Search.ColumnText(columns[$0.column]) }
  }
}
