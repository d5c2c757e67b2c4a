// One import is enough for the library; a program that logs imports Logging itself.
@_exported public import SignalboxCore
