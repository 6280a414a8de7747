import ListViewApp
import ListViewParts
import TerminalCore

/// Writes rows to files.
extension ScreenOutput {
  /// Files that are complete within this time need no message before.
  private static let shortWriting: Int32 = 10

  /// Writes the marked rows, or all shown rows if none are marked, to a new file, as they are now.
  func write(to path: String) {
    guard writesFiles else { return report(NoticeText.writingForbidden) }
    guard let format = RowsOutput.format(ofFile: path) else {
      return report(NoticeText.unknownFormat)
    }
    if let file = writing?.file { return report(NoticeText.stillWriting(file.path)) }
    let output = RowsOutput(format: format, columns: app.writtenSpec)
    let (app, marked, instant) = (app, app.markedRows, ContinuousClock.now)
    do throws(SystemError) {
      let file = try FileWriting(path) { body in
        var app = app
        // The reader of the file is not this terminal.
        app.theme = Theme(depth: .none)
        try output.write(&app, only: marked, at: instant, body)
      }
      let count = marked.isEmpty ? app.writtenCount : marked.count
      writing = (file, NoticeText.written(path, count, areMarked: !marked.isEmpty))
      report(NoticeText.writing(path))
      file.wait(milliseconds: Self.shortWriting)
      reportWriting()
    } catch {
      report(NoticeText.notWritten(path, error))
    }
  }

  /// Reports that a file is complete, or could not be written.
  func reportWriting() {
    guard let (file, text) = writing, let result = file.result else { return }
    writing = nil
    do throws(SystemError) {
      try result.get()
      report(text)
    } catch {
      isLeaving = false
      report(NoticeText.notWritten(file.path, error))
    }
  }

  /// Whether the user, who leaves, has to wait until a file is complete; who does not want to leaves again.
  func waitsForFile() -> Bool {
    guard !isLeaving, let file = writing?.file else { return false }
    isLeaving = true
    report(NoticeText.leaving(file.path))
    return true
  }
}
