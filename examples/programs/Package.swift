// swift-tools-version: 6.2
import PackageDescription

// Small programs to learn from, each in one file with its own test. It depends on the libraries as any other
// package does.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "programs",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Programs", targets: ["Programs"])],
  dependencies: [
    .package(name: "signalbox", path: "../..")
  ],
  targets: [
    .target(
      name: "Programs", dependencies: [.product(name: "SignalboxCore", package: "signalbox")],
      swiftSettings: strict),
    .testTarget(
      name: "ProgramsTests",
      dependencies: ["Programs", .product(name: "SignalboxTesting", package: "signalbox")],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
