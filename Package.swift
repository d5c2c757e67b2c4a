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
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0")
  ],
  targets: [
    .target(name: "Board", dependencies: ["Yams"], swiftSettings: strict),
    .testTarget(name: "BoardTests", dependencies: ["Board"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
