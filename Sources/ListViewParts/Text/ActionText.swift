import Ordering
import Columns

/// The descriptions of keys and commands in the help, the manual page and the completions.
package enum ActionText {
  package enum Move {
    package static let nextRow = "next row"
    package static let previousRow = "previous row"
    package static let pageDown = "page down"
    package static let pageUp = "page up"
    package static let halfPageDown = "half a page down"
    package static let halfPageUp = "half a page up"
    package static let firstRow = "first row"
    package static let lastRow = "last row"
    package static let scrollDown = "scroll, keep the selection"
    package static let scrollUp = "scroll back, keep it"
    package static let nextChange = "next changed row"
    package static let previousChange = "previous changed row"
    package static let track = "track the row"
  }
  package enum Row {
    package static let open = "open the row"
    package static let switchFocus = "switch table, detail"
    package static let copyKey = "copy its key"
    package static let copyJSON = "copy its JSON"
    package static let actions = "actions on the row"
  }
  package enum Detail {
    package static let fold = "fold, or go to the parent"
    package static let unfold = "unfold, or go inside"
    package static let nextRow = "next row"
    package static let previousRow = "previous row"
  }
  package enum Arrangement {
    package static let sort = "sort by a column"
    package static let invert = "invert the order"
    package static let group = "group by a column"
    package static let count = "count by a column"
    package static let fold = "fold / unfold the group"
    package static let foldAll = "fold / unfold all groups"
    package static let freeze = "freeze / unfreeze order"
    package static let pin = "pin the row to the top"
    package static let mark = "mark the row, select next"
    package static let clearMarks = "clear marks"
    package static let nextMarked = "next marked row"
  }
  package enum Column {
    package static let scrollRight = "scroll right"
    package static let scrollLeft = "scroll left"
    package static let pick = "show, hide, order columns"
    package static let compute = "compute a new column"
  }
  package enum Feed {
    package static let pause = "pause, resume the screen"
    package static let stop = "stop, restart the source"
    package static let stepBack = "step back"
    package static let stepForward = "step forward"
    package static let tenBack = "ten steps back"
    package static let tenForward = "ten steps forward"
    package static let latest = "go to the latest"
    package static let compare = "compare with this step"
    package static let replay = "replay from the start"
    package static let faster = "play faster"
    package static let slower = "play slower"
    package static let follow = "follow the live edge"
    package static let runNow = "run the command now"
    package static let chooseKey = "choose the key of rows"
  }
  package enum Find {
    package static let search = "search"
    package static let nextMatch = "next match"
    package static let previousMatch = "previous match"
    package static let nextError = "next error"
    package static let previousError = "previous error"
    package static let filter = "filter (live)"
    package static let span = "select a span of time"
    package static let command = "command line"
  }
  package enum Program {
    package static let help = "this help"
    package static let malformedInput = "malformed input"
    package static let changeMarks = "toggle change marks"
    package static let mouse = "toggle the mouse"
    package static let close = "close / clear"
    package static let redraw = "redraw"
    package static let quit = "quit"
  }

  /// Descriptions of related actions that share a line of the help, some shortened so that two topics fit
  /// next to each other on 80 columns.
  package enum Group {
    package static let rows = "next, previous row"
    package static let pages = "a page down, up"
    package static let halfPages = "half a page"
    package static let firstAndLastRow = "first, last row"
    package static let scroll = "scroll, keep row"
    package static let changes = "next, previous change"
    package static let columns = "scroll sideways"
    package static let sortAndInvert = "sort, invert"
    package static let folds = "fold a group, all"
    package static let marks = "mark, clear marks"
    package static let steps = "step back, forward"
    package static let tenSteps = "ten steps"
    package static let speeds = "play faster, slower"
    package static let copies = "copy key, JSON"
    package static let freeze = "freeze / unfreeze order"
    package static let pin = "pin to the top"
    package static let pickColumns = "show, hide, order"
    package static let errors = "next, previous error"
    package static let pause = "pause the screen"
    package static let stop = "stop the source"
    package static let latest = "latest"
    package static let detailFolds = "fold, unfold"
    package static let detailRows = "next, previous row"
  }

  /// The topics of the help.
  package enum Topic {
    package static let move = "Move"
    package static let row = "Row"
    package static let detail = "In the detail"
    package static let arrangement = "Order and groups"
    package static let columns = "Columns"
    package static let feed = "Feed"
    package static let find = "Find"
    package static let program = "Program"
    package static let typing = "While typing"
    package static let picking = "While choosing from a list; letters find an entry"
    package static let columnList = "In the list of columns"
  }

  /// The keys of a prompt.
  package enum Prompt {
    package static let enter = "accept, run"
    package static let cancel = "cancel"
    package static let complete = "complete, next candidate"
    package static let completeBack = "previous candidate"
    package static let older = "older entry"
    package static let newer = "newer entry"
    package static let left = "back one character"
    package static let right = "forward one character"
    package static let wordLeft = "back one word"
    package static let wordRight = "forward one word"
    package static let start = "to the start"
    package static let end = "to the end"
    package static let deleteBack = "delete the character before; cancel when empty"
    package static let deleteOn = "delete the character at the cursor"
    package static let deleteToStart = "delete to the start"
    package static let deleteToEnd = "delete to the end"
    package static let deleteWord = "delete the word before"
  }

  /// The keys while something is chosen from a list.
  package enum Choosing {
    package static let next = "next entry"
    package static let previous = "previous entry"
    package static let pageDown = "further down"
    package static let pageUp = "further up"
    package static let first = "first entry"
    package static let last = "last entry"
    package static let erase = "delete the last letter"
    package static let clear = "delete all letters"
    package static let take = "choose it"
    package static let cancel = "cancel; close the list of columns"
    package static let number = "choose the column of that number"
  }

  /// The keys of the column list.
  package enum ColumnList {
    package static let toggle = "show / hide it"
    package static let moveDown = "move it down, to the right on the screen"
    package static let moveUp = "move it up, to the left on the screen"
    package static let narrower = "make it narrower"
    package static let wider = "make it wider"
    package static let format = "next format"
    package static let reset = "reset to automatic"
  }
}
