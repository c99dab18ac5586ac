// swift-tools-version: 6.3
import PackageDescription

/// The settings with which every target is compiled.
var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Only our own CI asks for this: a newer compiler's warning is no reason for others not to build.
if Context.environment["FORMWORK_STRICT"] == "1" {
  settings.append(.unsafeFlags(["-warnings-as-errors"]))
}

// `Scripts/fuzz` sets this to libFuzzer's library and builds in a folder of its own. Only then is every module
// built with the Address Sanitizer and counters of coverage, and only then is there something that runs them.
var fuzzing: [Target] = []
if let fuzzer = Context.environment["FORMWORK_FUZZER"] {
  settings.append(.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"]))
  fuzzing.append(
    .executableTarget(
      name: "formwork-fuzz",
      dependencies: [
        "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring",
        "FormworkRuntime", "FormworkCLI",
      ],
      path: "Tests/Fuzzing", swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-sanitize=address", "-Xlinker", fuzzer, "-lstdc++"])]))
}

let package = Package(
  name: "Formwork",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Formwork", targets: ["Formwork"]),
    .library(name: "formwork-c", type: .dynamic, targets: ["FormworkC"]),
    .executable(name: "formwork", targets: ["FormworkTool"]),
  ],
  targets: [
    .target(name: "FormworkSyntax", swiftSettings: settings),
    .target(name: "FormworkEngine", dependencies: ["FormworkSyntax"], swiftSettings: settings),
    .target(
      name: "FormworkReport", dependencies: ["FormworkSyntax", "FormworkEngine"],
      swiftSettings: settings),
    .target(
      name: "FormworkAuthoring",
      dependencies: ["FormworkSyntax", "FormworkEngine", "FormworkReport"],
      swiftSettings: settings),
    .target(
      name: "FormworkServer",
      dependencies: ["FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring"],
      swiftSettings: settings),
    .target(
      name: "FormworkRuntime",
      dependencies: ["FormworkSyntax", "FormworkEngine", "FormworkReport"],
      swiftSettings: settings,
      // Encodings; elsewhere they are part of the C library.
      linkerSettings: [
        .linkedLibrary("iconv", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))
      ]),
    .target(
      name: "Formwork",
      dependencies: [
        "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring",
        "FormworkRuntime",
      ],
      swiftSettings: settings),
    .target(
      name: "FormworkCLI",
      dependencies: [
        "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring",
        "FormworkServer", "FormworkRuntime",
      ],
      exclude: ["Findings"], swiftSettings: settings),
    .target(
      name: "FormworkC",
      dependencies: [
        "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring",
        "FormworkRuntime",
      ],
      exclude: ["include", "exports.map"], swiftSettings: settings,
      linkerSettings: [
        // Whoever loads it needs no Swift, and sees nothing but `formwork_…`.
        .unsafeFlags(
          [
            "-static-stdlib", "-Xlinker",
            "--version-script=\(Context.packageDirectory)/Sources/FormworkC/exports.map",
            "-Xlinker", "--gc-sections",
          ], .when(platforms: [.linux])),
        .unsafeFlags(["-Xlinker", "-s"], .when(platforms: [.linux], configuration: .release)),
      ]),
    // The same and what the page asks for beside it, for WebAssembly; see Scripts/page.
    .target(
      name: "FormworkWeb",
      dependencies: [
        "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring",
        "FormworkServer", "FormworkC",
      ], exclude: ["Page"], swiftSettings: settings),
    .target(name: "AllocationCount"),
    .executableTarget(
      name: "formwork-benchmark",
      dependencies: [
        "AllocationCount", "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkRuntime",
        "Formwork", "FormworkCLI",
      ],
      path: "Sources/FormworkBenchmark", swiftSettings: settings),
    // Answers cases of the reference interpreter by the library; see Tests/Reference/hosts.
    .executableTarget(
      name: "formwork-library-host", dependencies: ["Formwork"],
      path: "Tests/Reference/hosts/library", swiftSettings: settings),
    // With the standard library linked in, the tool starts in half the time. (Since Swift 6.2, unsafe
    // flags of a manifest with such tools no longer keep other packages from depending on it.)
    .executableTarget(
      name: "FormworkTool", dependencies: ["FormworkRuntime", "FormworkCLI"],
      swiftSettings: settings,
      linkerSettings: [
        .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux])),
        // Without symbols, and without what nothing refers to, its file is less than half as large.
        .unsafeFlags(
          ["-Xlinker", "-s", "-Xlinker", "--gc-sections"],
          .when(platforms: [.linux], configuration: .release)),
      ]),
    .target(name: "TestSizes", path: "Tests/Sizes", swiftSettings: settings),
    .testTarget(
      name: "FormworkSyntaxTests", dependencies: ["FormworkSyntax", "TestSizes"],
      swiftSettings: settings),
    .testTarget(
      name: "FormworkEngineTests", dependencies: ["FormworkSyntax", "FormworkEngine", "TestSizes"],
      swiftSettings: settings),
    .testTarget(
      name: "FormworkReportTests",
      dependencies: ["FormworkSyntax", "FormworkEngine", "FormworkReport", "TestSizes"],
      swiftSettings: settings),
    .testTarget(
      name: "FormworkAuthoringTests", dependencies: ["FormworkSyntax", "FormworkAuthoring"],
      swiftSettings: settings),
    .testTarget(
      name: "FormworkServerTests",
      dependencies: [
        "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring",
        "FormworkServer", "TestSizes",
      ], swiftSettings: settings),
    .testTarget(
      name: "FormworkTests", dependencies: ["Formwork", "TestSizes"], swiftSettings: settings),
    .testTarget(
      name: "FormworkCLITests",
      dependencies: [
        "FormworkSyntax", "FormworkEngine", "FormworkReport", "FormworkAuthoring",
        "FormworkRuntime", "Formwork",
        "FormworkCLI", "TestSizes",
      ],
      exclude: ["Explained", "Language", "Reports", "Words", "Workbooks"], swiftSettings: settings),
  ] + fuzzing,
  swiftLanguageModes: [.v6]
)
