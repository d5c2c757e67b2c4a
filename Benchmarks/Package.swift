// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library do not build it. The name is explicit because the
// directory of the checkout can have any name.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "signalbox", path: "..")],
  targets: [
    .target(name: "CAllocations"),
    .executableTarget(
      name: "CoreBenchmarks",
      dependencies: ["CAllocations", .product(name: "SignalboxCore", package: "signalbox")]),
  ],
  swiftLanguageModes: [.v6]
)
