// Everything of the core, and the schedulers and publishers of Foundation's classes.
@_exported public import SignalboxCore

#if !canImport(Combine)
@_exported public import OpenCombineFoundation
#endif
