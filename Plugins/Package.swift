// swift-tools-version: 6.3
import PackageDescription

// A package of its own: as a part of the library's package, the plugin would make each build of that package compile its
// modules twice.
let package = Package(
  name: "FormworkPlugin",
  platforms: [.macOS(.v15)],
  products: [.plugin(name: "FormworkPlugin", targets: ["FormworkPlugin"])],
  dependencies: [.package(name: "Formwork", path: "..")],
  targets: [
    .plugin(
      name: "FormworkPlugin", capability: .buildTool(),
      dependencies: [.product(name: "formwork", package: "Formwork")], path: "FormworkPlugin")
  ]
)
