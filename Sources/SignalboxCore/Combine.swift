/// One import is enough: Combine where the system has it, OpenCombine elsewhere.
@_exported public import OpenCombineShim
