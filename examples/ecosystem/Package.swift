// swift-tools-version: 6.2
import PackageDescription

// Programs that each use one adapter alone, from outside; `.ci/consumer` builds and runs them.
let package = Package(
  name: "ecosystem",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "signalbox", path: "../..", traits: ["Logging", "Metrics", "ServiceLifecycle", "Tracing"]),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "Logged",
      dependencies: [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SignalboxLogging", package: "signalbox"),
      ]),
    .executableTarget(
      name: "Measured",
      dependencies: [
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "SignalboxMetrics", package: "signalbox"),
      ]),
    .executableTarget(
      name: "Served",
      dependencies: [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SignalboxServiceLifecycle", package: "signalbox"),
      ]),
    .executableTarget(
      name: "Traced",
      dependencies: [
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "SignalboxTracing", package: "signalbox"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
