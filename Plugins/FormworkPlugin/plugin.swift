// Writes the fields and the products of a target's forms as Swift, before the target is compiled.

import Foundation
import PackagePlugin

@main struct FormworkPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL
    let forms = try forms(in: folder)
    let tool = try context.tool(named: "formwork")
    return forms.map { form in
      let path = form.path.dropFirst(folder.path.count).split(separator: "/")
      let output = context.pluginWorkDirectoryURL
        .appending(path: path.joined(separator: "-") + ".swift")
      return .buildCommand(
        displayName: "Writing the types of \(form.lastPathComponent)", executable: tool.url,
        arguments: ["export", form.path, "--to", "swift", "--out", output.path, "--quiet"],
        // A form may use any other one.
        inputFiles: forms, outputFiles: [output])
    }
  }

  /// Returns the forms in a folder and below.
  private func forms(in folder: URL) throws -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "form" }.sorted { $0.path < $1.path }
  }
}
