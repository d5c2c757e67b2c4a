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
    .target(name: "Dashboard", dependencies: ["TerminalUI"], swiftSettings: strict),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"], swiftSettings: strict),
    .testTarget(
      name: "DashboardTests", dependencies: ["Dashboard", "TerminalUI"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
