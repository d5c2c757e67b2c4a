// One import is enough for the library. A program that logs imports Logging itself.
// Everything else of this product needs the trait Logging of the package.
@_exported public import SignalboxCore
