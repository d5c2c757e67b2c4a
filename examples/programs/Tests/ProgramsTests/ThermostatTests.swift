import Dispatch
import Observation
import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) @MainActor struct ThermostatTests {
  private let thermostat = Thermostat()

  @Test func `the slider reads and writes the one value in the unit of the user`() {
    thermostat.shownTarget = 25
    #expect(thermostat.target.data == 25)
    thermostat.preferences.usesFahrenheit = true
    #expect(thermostat.shownTarget == 77)
    thermostat.shownTarget = 50
    #expect(thermostat.target.data == 10)
  }

  @Test func `a view that has read it is redrawn when the device changes it`() async {
    let redraws = LiveData(data: 0)
    withObservationTracking {
      _ = thermostat.shownTarget
    } onChange: {
      redraws.modify { $0 += 1 }
    }
    #expect(redraws.data == 0)
    let target = thermostat.target
    DispatchQueue.global().async { target.data = 18 }
    await waitUntil { redraws.data == 1 }
    #expect(thermostat.shownTarget == 18)
  }

  @Test func `a view that has read it is redrawn when the unit changes`() {
    let redraws = LiveData(data: 0)
    withObservationTracking {
      _ = thermostat.shownTarget
    } onChange: {
      redraws.modify { $0 += 1 }
    }
    thermostat.preferences.usesFahrenheit = true
    #expect(redraws.data == 1)
  }

  @Test func `the caption follows the value and the preferences`() async {
    let captions = Recorder(thermostat.caption)
    thermostat.target.data = 21.4
    #expect(thermostat.caption.data == "21 °C")
    thermostat.preferences.usesFahrenheit = true
    await waitUntil { captions.values.last == "71 °F" }
    #expect(captions.values == ["20 °C", "21 °C", "71 °F"])
  }

  @Test func `a thermostat that is gone leaves nothing`() {
    var thermostat: Thermostat? = Thermostat()
    weak let observed = thermostat
    weak let preferences = thermostat?.preferences
    _ = thermostat?.shownTarget
    thermostat = nil
    #expect(observed == nil)
    #expect(preferences == nil)
  }
}
