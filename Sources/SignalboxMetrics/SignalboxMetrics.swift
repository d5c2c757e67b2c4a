// One import is enough for the library; a program that selects a backend imports Metrics itself.
@_exported public import SignalboxCore
