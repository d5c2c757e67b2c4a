/// A sign that rotates while something is in progress. It is drawn from its frame number alone.
public struct Spinner: Widget {
  /// The number of the frame; any integer is valid.
  public var frameNumber: Int
  public var style: Style
  public var glyphs: GlyphSet

  public init(frameNumber: Int, style: Style = .running, glyphs: GlyphSet) {
    self.frameNumber = frameNumber
    self.style = style
    self.glyphs = glyphs
  }

  /// The spinner as text, one column wide.
  public var span: Span {
    let frames = glyphs.spinner
    let index = frameNumber % frames.count
    return Span(String(frames[index < 0 ? index + frames.count : index]), style)
  }

  public func render(into frame: inout Frame, area: Rect) {
    Line([span]).render(into: &frame, area: area)
  }
}
