// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "signalbox",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "SignalboxCore", targets: ["SignalboxCore"]),
    .library(name: "SignalboxTesting", targets: ["SignalboxTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")
  ],
  targets: [
    .target(
      name: "SignalboxCore",
      dependencies: [.product(name: "OpenCombineShim", package: "OpenCombine")],
      swiftSettings: strict),
    .target(name: "SignalboxTesting", dependencies: ["SignalboxCore"], swiftSettings: strict),
    .testTarget(
      name: "SignalboxCoreTests", dependencies: ["SignalboxCore", "SignalboxTesting"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
