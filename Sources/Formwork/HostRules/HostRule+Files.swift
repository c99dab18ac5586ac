// The rules about files beside the data, as the command line has them.

internal import FormworkEngine
internal import FormworkRuntime

extension HostRule {
  /// `fileExists`: there is a file at the path that a text is, below one of the folders.
  ///
  /// Paths are relative; what leads out of the folders, by `..` or by links, is as if it were not there.
  ///
  /// - Parameter folders: paths of folders, at least one; files are looked for in each, in their order.
  /// - Throws: `FolderError` if a folder cannot be opened.
  public static func fileExists(in folders: String...) throws(FolderError) -> HostRule {
    HostRule(predicate: try rule("fileExists", folders))
  }

  /// `checksum(path, kind)`: a text is the check sum of the file at the path, in hexadecimal digits; the kind is MD5,
  /// SHA-1, SHA-256 or SHA-512. Each file is read once for each kind.
  ///
  /// - Parameter folders: paths of folders, at least one; files are looked for in each, in their order.
  /// - Throws: `FolderError` if a folder cannot be opened.
  public static func checksum(in folders: String...) throws(FolderError) -> HostRule {
    HostRule(predicate: try rule("checksum", folders))
  }

  private static func rule(
    _ name: String, _ folders: [String]
  ) throws(FolderError) -> HostPredicate {
    do throws(FileProblem) {
      let files = try FolderFiles(folders.map { SystemText($0) })
      guard let rule = files.rules.first(where: { $0.name == name }) else {
        preconditionFailure("no rule \(name)")
      }
      return rule
    } catch {
      throw FolderError(path: error.path.text, reason: error.reason)
    }
  }
}

/// A folder that cannot be opened.
public struct FolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The folder, as it was given.
  public let path: String
  /// The system's words.
  public let reason: String

  /// What is wrong, in a sentence.
  public var description: String { "\(path) cannot be opened: \(reason)" }
}
