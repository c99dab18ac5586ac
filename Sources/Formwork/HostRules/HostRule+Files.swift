// The rules about files that accompany the data, the same as in the command line.

internal import FormworkEngine
internal import FormworkRuntime

extension HostRule {
  /// Returns the rule `fileExists`, which holds if the text is the path of a file in one of `folders`.
  ///
  /// Paths are relative. A path that leads out of its folder, by `..` or a link, counts as missing.
  ///
  /// - Parameter folders: the paths of the folders to search, in order; at least one.
  /// - Throws: `FolderError` if a folder can't be opened.
  public static func fileExists(in folders: String...) throws(FolderError) -> HostRule {
    HostRule(predicate: try rule("fileExists", folders))
  }

  /// Returns the rule `checksum(path, kind)`, which holds if the text is the checksum, in hexadecimal, of the file at
  /// `path`.
  ///
  /// The kind is MD5, SHA-1, SHA-256 or SHA-512. Each file is read once for each kind.
  ///
  /// - Parameter folders: the paths of the folders to search, in order; at least one.
  /// - Throws: `FolderError` if a folder can't be opened.
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

/// The error for a folder that can't be opened.
public struct FolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the folder, as the caller passed it.
  public let path: String
  /// The system's description of the error.
  public let reason: String

  /// The path and the reason, in a sentence.
  public var description: String { "\(path) cannot be opened: \(reason)" }
}
