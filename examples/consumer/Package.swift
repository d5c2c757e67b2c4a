// swift-tools-version: 6.2
import PackageDescription

// A package that uses the libraries from outside; `.ci/run` builds it, runs it and looks at what it pulled
// in.
let package = Package(
  name: "consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "signalbox", path: "../..")
  ],
  targets: [
    .target(name: "Greenhouse", dependencies: [.product(name: "SignalboxCore", package: "signalbox")]),
    .executableTarget(name: "consumer", dependencies: ["Greenhouse"], path: "Sources/Consumer"),
    .testTarget(
      name: "GreenhouseTests",
      dependencies: ["Greenhouse", .product(name: "SignalboxTesting", package: "signalbox")]),
    .testTarget(
      name: "TaskTests", dependencies: [.product(name: "SignalboxFoundation", package: "signalbox")]),
    .testTarget(
      name: "ClockTests", dependencies: [.product(name: "SignalboxTesting", package: "signalbox")]),
    .testTarget(
      name: "MisuseTests", dependencies: [.product(name: "SignalboxCore", package: "signalbox")]),
  ],
  swiftLanguageModes: [.v6]
)
