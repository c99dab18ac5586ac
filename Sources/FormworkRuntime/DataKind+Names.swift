// Derives the kind of data from a file's name.

package import FormworkSyntax

extension DataKind {
  /// Returns nil if the name of the file has no known extension.
  package init?(ofName path: SystemText) {
    var name = path.text.split(separator: "/").last ?? ""
    if name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let kind = DataKind.allCases.first(where: { $0.row.endings.contains(ending) }) else {
      return nil
    }
    self = kind
  }
}
