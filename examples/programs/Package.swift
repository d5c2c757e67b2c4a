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
  products: [.library(name: "SmallPrograms", targets: ["SmallPrograms"])],
  dependencies: [
    .package(name: "signalbox", path: "../..")
  ],
  targets: [
    .target(
      name: "SmallPrograms", dependencies: [.product(name: "SignalboxCore", package: "signalbox")],
      path: "Sources/Programs",
      swiftSettings: strict),
    .testTarget(
      name: "SmallProgramsTests",
      dependencies: ["SmallPrograms", .product(name: "SignalboxTesting", package: "signalbox")],
      path: "Tests/ProgramsTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
