// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Where nothing is hot, a release is compiled four times as fast without optimisation: "A first build" in
/// `Benchmarks/README.md`. What the standard library checks stays as in a release.
let cold =
  strict + [.unsafeFlags(["-Onone", "-assert-config", "Release"], .when(configuration: .release))]

/// Descriptors and the errors of the system; Apple's platforms have the module in the system.
let systemPackage: Target.Dependency = .product(
  name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux]))

/// Homebrew installs headers outside of the compiler's search path: only pkg-config finds them. Other systems
/// do not need pkg-config, which may be missing.
#if os(macOS)
let (libyaml, libpcre2): (String?, String?) = ("yaml-0.1", "libpcre2-8")
#else
let (libyaml, libpcre2): (String?, String?) = (nil, nil)
#endif

/// A product that only an adapter needs. Packages that do not enable its trait do not fetch it.
func adapted(_ product: String, of package: String, trait: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: [trait]))
}

let lifecycle = adapted("ServiceLifecycle", of: "swift-service-lifecycle", trait: "ServiceLifecycle")
let logging = adapted("Logging", of: "swift-log", trait: "Logging")
let metrics = adapted("CoreMetrics", of: "swift-metrics", trait: "Metrics")
let tracing = adapted("Tracing", of: "swift-distributed-tracing", trait: "Tracing")

let package = Package(
  name: "signalbox",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "SignalboxCore", targets: ["SignalboxCore"]),
    .library(name: "SignalboxFoundation", targets: ["SignalboxFoundation"]),
    .library(name: "SignalboxLogging", targets: ["SignalboxLogging"]),
    .library(name: "SignalboxMetrics", targets: ["SignalboxMetrics"]),
    .library(name: "SignalboxServiceLifecycle", targets: ["SignalboxServiceLifecycle"]),
    .library(name: "SignalboxTesting", targets: ["SignalboxTesting"]),
    .library(name: "SignalboxTracing", targets: ["SignalboxTracing"]),
    .executable(name: "signalbox", targets: ["signalbox"]),
  ],
  traits: [
    .default(enabledTraits: []),
    .trait(name: "Logging", description: "The product SignalboxLogging, with swift-log."),
    .trait(name: "Metrics", description: "The product SignalboxMetrics, with swift-metrics."),
    .trait(
      name: "ServiceLifecycle",
      description: "The product SignalboxServiceLifecycle, with swift-service-lifecycle."),
    .trait(name: "Tracing", description: "The product SignalboxTracing, with swift-distributed-tracing."),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // Builds the documentation. No target uses it, so users of the package do not depend on it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
  ],
  targets: [
    // The reactive core, and the kit to test with it.
    .target(
      name: "SignalboxCore",
      dependencies: [
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
        .product(name: "OpenCombineDispatch", package: "OpenCombine", condition: .when(platforms: [.linux])),
      ],
      path: "Sources/Library/SignalboxCore", swiftSettings: strict),
    // What the core offers for Foundation's classes. Programs without it need no Foundation.
    .target(
      name: "SignalboxFoundation",
      dependencies: [
        "SignalboxCore",
        .product(
          name: "OpenCombineFoundation", package: "OpenCombine", condition: .when(platforms: [.linux])),
      ],
      path: "Sources/Library/SignalboxFoundation", swiftSettings: strict),
    .testTarget(
      name: "SignalboxFoundationTests", dependencies: ["SignalboxFoundation", "SignalboxTesting"],
      swiftSettings: strict),
    .target(
      name: "SignalboxTesting", dependencies: ["SignalboxCore"], path: "Sources/Library/SignalboxTesting",
      swiftSettings: strict),
    .testTarget(
      name: "SignalboxCoreTests", dependencies: ["SignalboxCore", "SignalboxTesting"],
      swiftSettings: strict),

    // The core with packages of the ecosystem. Each adapter is a product of its own, with a trait: the target
    // is empty unless it is enabled.
    .target(
      name: "SignalboxLogging", dependencies: ["SignalboxCore", logging],
      path: "Sources/Library/SignalboxLogging", swiftSettings: strict),
    .testTarget(
      name: "SignalboxLoggingTests",
      dependencies: [
        "SignalboxCore", "SignalboxLogging", "SignalboxTesting", logging,
        adapted("InMemoryLogging", of: "swift-log", trait: "Logging"),
      ],
      swiftSettings: strict),
    .target(
      name: "SignalboxMetrics", dependencies: ["SignalboxCore", metrics],
      path: "Sources/Library/SignalboxMetrics", swiftSettings: strict),
    .testTarget(
      name: "SignalboxMetricsTests",
      dependencies: [
        "SignalboxCore", "SignalboxMetrics", "SignalboxTesting", metrics,
        adapted("MetricsTestKit", of: "swift-metrics", trait: "Metrics"),
      ],
      swiftSettings: strict),
    .target(
      name: "SignalboxServiceLifecycle", dependencies: ["SignalboxCore", lifecycle],
      path: "Sources/Library/SignalboxServiceLifecycle", swiftSettings: strict),
    .testTarget(
      name: "SignalboxServiceLifecycleTests",
      dependencies: [
        "SignalboxCore", "SignalboxServiceLifecycle", "SignalboxTesting", lifecycle,
        adapted("Logging", of: "swift-log", trait: "ServiceLifecycle"),
        adapted("ServiceLifecycleTestKit", of: "swift-service-lifecycle", trait: "ServiceLifecycle"),
      ],
      swiftSettings: strict),
    .target(
      name: "SignalboxTracing", dependencies: ["SignalboxCore", tracing],
      path: "Sources/Library/SignalboxTracing", swiftSettings: strict),
    .testTarget(
      name: "SignalboxTracingTests",
      dependencies: [
        "SignalboxTesting", "SignalboxTracing", tracing,
        adapted("InMemoryTracing", of: "swift-distributed-tracing", trait: "Tracing"),
      ],
      swiftSettings: strict),
    // Their sequences and ours go together without an adapter.
    .testTarget(
      name: "AsyncAlgorithmsTests",
      dependencies: [
        "SignalboxCore", "SignalboxTesting",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ],
      swiftSettings: strict),

    // The terminal: pure pictures, and the room that shows them.
    .systemLibrary(
      name: "CNcurses", path: "Modules/CNcurses",
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .target(name: "TerminalUI", path: "Sources/Terminal/TerminalUI", swiftSettings: strict),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "TestSupport"], swiftSettings: strict),
    .target(
      name: "Curses", dependencies: ["CNcurses", "Essentials", "Processes", "TerminalUI"],
      path: "Sources/System/Curses", swiftSettings: strict,
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .testTarget(
      name: "CursesTests", dependencies: ["Curses", "Fuzzing", "TerminalUI"], swiftSettings: strict),

    // Files that people write.
    .systemLibrary(
      name: "CYAML", path: "Modules/CYAML", pkgConfig: libyaml,
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(
      name: "Configuration", dependencies: ["CYAML"], path: "Sources/Boards/Configuration",
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary("yaml")]),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "Fuzzing", "TestSupport"],
      swiftSettings: strict),

    // What documentation says about these files, generated from their schemas.
    .target(
      name: "Reference", dependencies: ["Configuration"], path: "Tests/Reference", swiftSettings: strict),

    // What is known of programs, as values: the lines that they print, what they ask, what they use.
    .target(
      name: "Programs", dependencies: ["TerminalUI"], path: "Sources/Terminal/Programs", swiftSettings: strict
    ),
    .testTarget(
      name: "ProgramsTests", dependencies: ["Fuzzing", "Programs", "TerminalUI"],
      exclude: ["Recordings"], swiftSettings: strict),

    // The processes of the system: children, their output, signals, descriptors.
    .target(name: "CProcess", path: "Modules/CProcess"),
    .target(
      name: "Processes", dependencies: ["CProcess", "Essentials", "Programs", "TerminalUI", systemPackage],
      path: "Sources/System/Processes", swiftSettings: strict),
    .testTarget(
      name: "ProcessesTests",
      dependencies: [
        "CProcess", "Essentials", "Fuzzing", "KeeperFixture", "Processes", "Programs", "PseudoTerminal",
        "TerminalUI",
        "TestSupport",
        systemPackage,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "KeeperFixture", dependencies: ["Processes", systemPackage],
      path: "Tests/KeeperFixture",
      swiftSettings: strict),

    // The part of Foundation that does not load the data of all languages.
    .target(name: "Essentials", path: "Sources/System/Essentials", swiftSettings: strict),

    // Boards and the work on them.
    .systemLibrary(
      name: "CPCRE2", path: "Modules/CPCRE2", pkgConfig: libpcre2,
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .target(
      name: "Board", dependencies: ["Configuration", "CPCRE2", "Essentials", "Inputs", "SignalboxCore"],
      path: "Sources/Boards/Board", swiftSettings: strict, linkerSettings: [.linkedLibrary("pcre2-8")]),
    .testTarget(
      name: "BoardTests",
      dependencies: [
        "Board", "Configuration", "Fuzzing", "Inputs", "Reference", "SignalboxCore", "TestSupport",
      ],
      swiftSettings: strict),
    // What front ends know of a board at work, and what they can request.
    .target(
      name: "Boundary",
      dependencies: [
        "Board", "Configuration", "Processes", "Programs", "SignalboxCore", "TerminalUI",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      path: "Sources/Box/Boundary", swiftSettings: strict),
    .testTarget(
      name: "BoundaryTests",
      dependencies: [
        "Board", "Boundary", "Fuzzing", "Processes", "Programs", "SignalboxTesting",
        "TerminalUI", "TestSupport",
      ],
      swiftSettings: strict),
    .target(
      name: "Wire",
      dependencies: [
        "Board", "Boundary", "Configuration", "Essentials", "Processes", "Programs", "SignalboxCore",
        "TerminalUI",
      ],
      path: "Sources/Box/Wire", swiftSettings: strict),
    .testTarget(
      name: "WireTests",
      dependencies: [
        "Board", "Boundary", "Configuration", "Fuzzing", "Processes", "Programs", "SignalboxCore",
        "TerminalUI", "TestSupport", "Wire",
      ],
      swiftSettings: strict),
    // Requests of HTTP, by libcurl.
    .target(name: "CCurl", path: "Modules/CCurl"),
    .target(
      name: "Transfers", dependencies: ["CCurl", "Essentials", "Processes", "SignalboxCore"],
      path: "Sources/System/Transfers", swiftSettings: strict),
    .testTarget(name: "TransfersTests", dependencies: ["TestSupport", "Transfers"], swiftSettings: strict),
    .target(
      name: "Jobs",
      dependencies: [
        "Board", "Boundary", "Cluster", "Configuration", "Essentials", "Etcd", "Inputs", "Processes",
        "Programs",
        "SignalboxCore",
        "TerminalUI", "Transfers",
        .product(name: "DequeModule", package: "swift-collections"),
        systemPackage,
      ],
      path: "Sources/Box/Jobs", swiftSettings: strict),
    .testTarget(
      name: "JobsTests",
      dependencies: [
        "Board", "Boundary", "Cluster", "Etcd", "EtcdServer", "Fuzzing", "Inputs", "Jobs", "PressHistory",
        "Processes",
        "Programs",
        "SignalboxCore", "SignalboxTesting", "TerminalUI", "TestSupport", "Transfers",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        systemPackage,
      ],
      swiftSettings: strict),

    // What boxes of several machines share.
    .target(
      name: "Etcd", dependencies: ["Essentials", "SignalboxCore", "Transfers"], path: "Sources/Cluster/Etcd",
      swiftSettings: strict),
    .testTarget(
      name: "EtcdTests",
      dependencies: ["Etcd", "EtcdServer", "Processes", "TestSupport", "Transfers"],
      swiftSettings: strict),
    // Nodes of a real etcd, for tests.
    .target(
      name: "EtcdServer", dependencies: ["TestSupport", "Transfers"], path: "Tests/EtcdServer",
      swiftSettings: strict),

    // The protocol by which they share actions, without clock, threads and connections.
    .target(
      name: "Cluster", dependencies: ["Board", "Essentials", "Etcd"], path: "Sources/Cluster/Cluster",
      swiftSettings: strict),
    .testTarget(
      name: "ClusterTests", dependencies: ["Board", "Cluster", "Etcd", "Fuzzing", "TestSupport"],
      swiftSettings: strict),
    // Whether a history of presses, recorded from outside, can have happened one after the other.
    .target(name: "PressHistory", path: "Tests/PressHistory", swiftSettings: strict),
    .testTarget(
      name: "PressHistoryTests", dependencies: ["Fuzzing", "PressHistory"], swiftSettings: strict),

    // The box of a board as a process of its own, and its front ends.
    .target(
      name: "BoxServer",
      dependencies: [
        "Board", "Boundary", "Essentials", "Files", "Jobs", "Processes", "Programs", "Projects", "Rendezvous",
        "SignalboxCore", "TerminalUI", "Wire",
        .product(name: "DequeModule", package: "swift-collections"), systemPackage,
      ],
      path: "Sources/Box/BoxServer", swiftSettings: strict),
    .executableTarget(
      name: "JournalFixture", dependencies: ["Board", "Boundary", "BoxServer", "Jobs"],
      path: "Tests/JournalFixture", swiftSettings: strict),
    .target(
      name: "BoxClient",
      dependencies: ["Board", "Boundary", "Processes", "Rendezvous", "TerminalUI", "Wire"],
      path: "Sources/Box/BoxClient", swiftSettings: strict),
    .testTarget(
      name: "BoxServerTests",
      dependencies: [
        "Board", "Boundary", "BoxClient", "BoxServer", "Fuzzing", "Jobs", "LoopbackBox", "Processes",
        "Programs",
        "PseudoTerminal", "Rendezvous", "SignalboxCore", "SignalboxTesting", "TerminalUI", "TestSupport",
        "Wire", "signalbox",
      ],
      swiftSettings: strict),

    // The files in which other programs describe actions, as boards.
    .target(
      name: "Projects", dependencies: ["Board", "Configuration", "Essentials"],
      path: "Sources/Boards/Projects", swiftSettings: strict),
    .testTarget(
      name: "ProjectsTests",
      dependencies: [
        "Board", "Configuration", "Dashboard", "Fuzzing", "Projects", "TerminalUI", "TestSupport",
      ],
      swiftSettings: strict),

    // Files that are watched.
    .target(
      name: "Files", dependencies: ["Processes", "SignalboxCore"], path: "Sources/System/Files",
      swiftSettings: strict),
    .testTarget(
      name: "FilesTests", dependencies: ["Files", "SignalboxCore", "SignalboxTesting", "TestSupport"],
      swiftSettings: strict),

    // The files that results are made from.
    .target(name: "CDigest", path: "Modules/CDigest"),
    .target(
      name: "Inputs", dependencies: ["CDigest", "CProcess", "Processes"], path: "Sources/Boards/Inputs",
      swiftSettings: strict),
    .testTarget(
      name: "InputsTests", dependencies: ["CDigest", "Fuzzing", "Inputs", "TestSupport"],
      swiftSettings: strict),

    // How a front end and the box of a board find each other.
    .target(name: "CSocket", path: "Modules/CSocket"),
    .target(
      name: "Rendezvous",
      dependencies: [
        "CSocket", "Essentials", "Files", "Processes", "SignalboxCore",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      path: "Sources/System/Rendezvous", swiftSettings: strict),
    .executableTarget(
      name: "ElectionFixture", dependencies: ["Processes", "Rendezvous"],
      path: "Tests/ElectionFixture",
      swiftSettings: strict),
    .testTarget(
      name: "RendezvousTests",
      dependencies: [
        "CSocket", "ElectionFixture", "Essentials", "Processes", "PseudoTerminal", "Rendezvous",
        "TestSupport",
      ],
      swiftSettings: strict),

    // Metrics of a board for Prometheus.
    .target(
      name: "Exporter",
      dependencies: ["Board", "Boundary", "CSocket", "Processes", "SignalboxCore"],
      path: "Sources/FrontEnds/Exporter", swiftSettings: strict),
    .testTarget(
      name: "ExporterTests",
      dependencies: [
        "Board", "Boundary", "Exporter", "Processes", "SignalboxCore", "TestSupport",
      ],
      swiftSettings: strict),

    // The panel.
    .target(
      name: "Dashboard",
      dependencies: [
        "Board", "Boundary", "Configuration", "Programs", "SignalboxCore", "TerminalUI",
      ],
      path: "Sources/FrontEnds/Dashboard", swiftSettings: strict),
    .testTarget(
      name: "DashboardTests",
      dependencies: [
        "Board", "Boundary", "Configuration", "Dashboard", "Fuzzing", "Jobs", "LoopbackBox", "Processes",
        "Programs", "Projects",
        "Reference", "SignalboxCore", "SignalboxTesting", "TerminalUI", "TestSupport", "Wire",
      ],
      exclude: ["Screens"], swiftSettings: strict),

    // Boards without a screen.
    .target(
      name: "Headless",
      dependencies: [
        "Board", "Boundary", "Cluster", "Configuration", "Essentials", "Programs", "SignalboxCore",
        "TerminalUI", "Wire",
      ],
      path: "Sources/FrontEnds/Headless", swiftSettings: strict),
    .testTarget(
      name: "HeadlessTests",
      dependencies: [
        "BoxClient", "Board", "Boundary", "Cluster", "Etcd", "Headless", "Jobs", "LoopbackBox", "Processes",
        "Programs",
        "SignalboxCore", "SignalboxTesting", "TerminalUI", "TestSupport", "Wire", "signalbox",
      ],
      swiftSettings: strict),

    // The seat of an agent: a server of the Model Context Protocol as a state machine.
    .target(
      name: "Agents",
      dependencies: ["Board", "Boundary", "CDigest", "Configuration", "Programs", "Wire"],
      path: "Sources/FrontEnds/Agents", swiftSettings: cold),
    .testTarget(
      name: "AgentsTests",
      dependencies: ["Agents", "Board", "Boundary", "Fuzzing", "Programs", "Wire"],
      swiftSettings: strict),

    // The program.
    .executableTarget(
      name: "signalbox",
      dependencies: [
        "Agents", "Board", "Boundary", "BoxClient", "BoxServer", "Cluster", "Configuration", "Curses",
        "Dashboard",
        "Essentials", "Etcd", "Exporter", "Files", "Headless", "Jobs", "Processes", "Programs", "Projects",
        "Rendezvous",
        "SignalboxCore", "TerminalUI", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: cold),

    .testTarget(
      name: "signalboxTests",
      dependencies: [
        "Curses", "Boundary", "Board", "Dashboard", "Headless", "Jobs", "TestSupport",
        "signalbox",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Random input that can be repeated, and what several test targets share.
    .target(name: "Fuzzing", path: "Tests/Fuzzing", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["CProcess"], path: "Tests/TestSupport", swiftSettings: strict),
    // A front end and a box in one process, with the whole protocol between them.
    .target(
      name: "LoopbackBox",
      dependencies: [
        "Boundary", "BoxClient", "BoxServer", "Jobs", "Processes", "SignalboxCore", "SignalboxTesting",
        "Wire",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      path: "Tests/LoopbackBox", swiftSettings: strict),

    // The real programs on a pseudo-terminal.
    .target(
      name: "PseudoTerminal", dependencies: ["TerminalUI"], path: "Tests/PseudoTerminal",
      swiftSettings: strict),
    .testTarget(
      name: "PseudoTerminalTests", dependencies: ["PseudoTerminal", "TerminalUI", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "CursesFixture", dependencies: ["Curses", "Processes", "TerminalUI"],
      path: "Tests/CursesFixture",
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CursesFixture", "EtcdServer", "Fuzzing", "PseudoTerminal", "Rendezvous", "TerminalUI", "TestSupport",
        "signalbox",
      ],
      swiftSettings: strict),

    // What the panel costs, measured on the release build; Benchmarks/README.md tells how.
    .executableTarget(
      name: "PanelBenchmarks",
      dependencies: ["Board", "EtcdServer", "NcursesFloor", "PseudoTerminal", "TerminalUI", "signalbox"],
      path: "Benchmarks/Sources/PanelBenchmarks", swiftSettings: strict),
    .executableTarget(
      name: "NcursesFloor", path: "Benchmarks/Sources/NcursesFloor",
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),

    // What the README shows, recorded from the real program.
    .executableTarget(
      name: "SessionRecorder", dependencies: ["PseudoTerminal", "TerminalUI", "signalbox"],
      path: "Documentation/Recording", swiftSettings: strict),
    .testTarget(
      name: "SessionRecorderTests", dependencies: ["PseudoTerminal", "SessionRecorder", "TerminalUI"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
// Boxes and nodes of etcd in network namespaces, with faults of all kinds; Benchmarks/README.md tells how.
package.targets.append(
  .executableTarget(
    name: "ClusterTorture",
    dependencies: [
      "Board", "Boundary", "BoxClient", "BoxServer", "Etcd", "EtcdServer", "Fuzzing", "Jobs", "PressHistory",
      "Rendezvous", "TestSupport", "Wire", "signalbox",
    ],
    path: "Benchmarks/Sources/ClusterTorture", swiftSettings: strict))
#endif

// The core with its adapters, without the program: the sanitizer and the documentation need nothing else.
if Context.environment["SIGNALBOX_ONLY_CORE"] != nil {
  package.targets.removeAll { !$0.name.hasPrefix("Signalbox") && $0.name != "AsyncAlgorithmsTests" }
  package.products.removeAll { $0.name == "signalbox" }
}
