// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses the library builds this. The name is given because the checkout may
// bear any name.
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
