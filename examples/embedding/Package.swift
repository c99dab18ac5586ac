// swift-tools-version: 6.3
import PackageDescription

// A package that embeds Formwork, as any other would. Outside of this repository the dependency is
// `.package(url: …, from: …)`.
let package = Package(
  name: "embedding",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "Embedding", targets: ["Embedding"])],
  dependencies: [
    .package(name: "Formwork", path: "../.."),
    .package(name: "FormworkPlugin", path: "../../Plugins"),
  ],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "Formwork", package: "Formwork")],
      resources: [.copy("sign-up.form")]),
    .target(
      name: "Embedding", dependencies: [.product(name: "Formwork", package: "Formwork")],
      resources: [.copy("Forms")]),
    // The plugin writes types from the form before the target is compiled.
    .target(
      name: "TypedForms", dependencies: [.product(name: "Formwork", package: "Formwork")],
      resources: [.copy("library-card.form")],
      plugins: [.plugin(name: "FormworkPlugin", package: "FormworkPlugin")]),
    .testTarget(
      name: "EmbeddingTests",
      dependencies: [
        "App", "Embedding", "TypedForms",
        .product(name: "Formwork", package: "Formwork"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
