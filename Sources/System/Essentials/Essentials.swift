// FoundationEssentials has no data of ICU, which would be half of the program. Apple's platforms have
// Foundation in the system, and no FoundationEssentials.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
