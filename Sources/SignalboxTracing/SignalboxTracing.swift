// One import is enough for the library; a program that selects a tracer imports Tracing itself.
@_exported public import SignalboxCore
