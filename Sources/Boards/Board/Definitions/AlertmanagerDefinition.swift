/// The Alertmanager that receives the errors of a board as alerts.
public struct AlertmanagerDefinition: Sendable, Equatable {
  public let server: MonitoringServer
  /// Labels that are added to each alert, in the order of the board.
  public let labels: [Label]
  /// How often alerts are sent again while their errors are present.
  public let interval: Duration

  /// A label of an alert.
  public struct Label: Sendable, Equatable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The interval if the board does not set one: an Alertmanager usually waits for five minutes.
  public static let defaultInterval = Duration.seconds(60)

  public init(_ server: MonitoringServer, labels: [Label] = [], interval: Duration = Self.defaultInterval) {
    self.server = server
    self.labels = labels
    self.interval = interval
  }
}
