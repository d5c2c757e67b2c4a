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
  targets: [
    .systemLibrary(
      name: "CNcurses", path: "Modules/CNcurses",
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .target(name: "TerminalUI", swiftSettings: strict),
    .target(
      name: "Curses", dependencies: ["CNcurses", "TerminalUI"], swiftSettings: strict,
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .testTarget(name: "CursesTests", dependencies: ["Curses", "TerminalUI"], swiftSettings: strict),
    .target(
      name: "PseudoTerminal", dependencies: ["TerminalUI"], path: "Tests/PseudoTerminal",
      swiftSettings: strict),
    .testTarget(
      name: "PseudoTerminalTests", dependencies: ["PseudoTerminal", "TerminalUI"], swiftSettings: strict),
    .executableTarget(
      name: "CursesFixture", dependencies: ["Curses", "TerminalUI"], path: "Tests/CursesFixture",
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["CursesFixture", "PseudoTerminal", "TerminalUI"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
