// The folders given by `--files`, with the files that records refer to.

internal import FormworkReport
internal import FormworkRuntime

extension Arguments {
  /// Returns the folders given by `--files`, or nil.
  func folders() throws(Problem) -> FolderFiles? {
    let paths = paths(.files)
    guard !paths.isEmpty else {
      if !has(.filesAll) { return nil }
      throw Problem(message: "--files-all needs a folder: --files DIR.", hint: nil)
    }
    do throws(FileProblem) {
      return try FolderFiles(paths, notesNames: has(.filesAll))
    } catch {
      throw Problem(message: FileWords.sentence(error), hint: nil)
    }
  }
}

extension FolderFiles {
  /// The maximum number of unreferenced files to list.
  private static let toldLimit = 20

  /// Returns a line for each file that no record refers to.
  func unnamedLines() throws(FileProblem) -> [String] {
    let found = try unnamed(limit: FolderFiles.toldLimit)
    var lines = found.paths.map { visible($0.text) + ": No record refers to this file." }
    let rest = found.count - found.paths.count
    if rest > 0 {
      lines.append("… and \(Words.count(rest, "more file")) that no record refers to.")
    }
    return lines
  }
}
