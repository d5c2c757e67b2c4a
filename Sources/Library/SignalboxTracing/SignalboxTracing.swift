// One import is enough for the library. A program that selects a tracer imports Tracing itself.
// Everything else of this product needs the trait Tracing of the package.
@_exported public import SignalboxCore
