import Observation
import SignalboxCore

#if canImport(SwiftUI)
import SwiftUI
#endif

/// A setting that is changed from both sides: by a slider in the unit of the user, and by the device.
///
/// The device sets ``LiveData`` on any thread. A view reads it by `observed`, which SwiftUI tracks, and
/// writes by the setter of a computed property: a two-way binding without a second copy of the value. The
/// other direction is `ReadOnlyLiveData.tracking`: live data that follows an `@Observable` object.
@MainActor final class Thermostat: Observable {
  @MainActor @Observable final class Preferences {
    var usesFahrenheit = false
  }

  /// In degrees Celsius.
  let target = LiveData(data: 20.0)
  let preferences = Preferences()
  /// For those who do not observe objects, such as the display of the device.
  let caption: ReadOnlyLiveData<String>

  init() {
    let usesFahrenheit = ReadOnlyLiveData.tracking { [preferences] in preferences.usesFahrenheit }
    caption = target.combineLatest(usesFahrenheit).map { celsius, usesFahrenheit in
      usesFahrenheit ? "\(Int((celsius * 1.8 + 32).rounded())) °F" : "\(Int(celsius.rounded())) °C"
    }
  }

  /// The target in the unit of the user.
  var shownTarget: Double {
    get {
      let celsius = target.observed.data
      return preferences.usesFahrenheit ? celsius * 1.8 + 32 : celsius
    }
    set { target.data = preferences.usesFahrenheit ? (newValue - 32) / 1.8 : newValue }
  }
}

#if canImport(SwiftUI)
struct ThermostatView: View {
  @Bindable var thermostat: Thermostat

  var body: some View {
    let range = thermostat.preferences.usesFahrenheit ? 41.0...86.0 : 5.0...30.0
    Slider(value: $thermostat.shownTarget, in: range)
    Text(thermostat.caption.observed.data)
  }
}
#endif
