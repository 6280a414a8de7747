// TableModel
