// One import is enough for the library. A program that runs services imports ServiceLifecycle itself.
// Everything else of this product needs the trait ServiceLifecycle of the package.
@_exported public import SignalboxCore
