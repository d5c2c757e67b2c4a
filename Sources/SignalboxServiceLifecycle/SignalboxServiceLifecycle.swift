// One import is enough for the library; a program that runs services imports ServiceLifecycle itself.
@_exported public import SignalboxCore
