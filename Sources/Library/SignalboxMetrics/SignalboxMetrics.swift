// One import is enough for the library. A program that selects a backend imports Metrics itself.
// Everything else of this product needs the trait Metrics of the package.
@_exported public import SignalboxCore
