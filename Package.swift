// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Descriptors in the language of Subprocess; Apple's platforms have the module in the system.
let systemPackage: Target.Dependency = .product(
  name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux]))

let package = Package(
  name: "signalbox",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Jobs", targets: ["Jobs"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "Jobs",
      dependencies: [
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "DequeModule", package: "swift-collections"),
        systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(name: "JobsTests", dependencies: ["Jobs", systemPackage], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
