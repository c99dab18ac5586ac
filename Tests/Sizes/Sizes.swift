import Foundation

/// Whether tests try the sizes at the real limits: with `FORMWORK_LARGE=1`, as in .ci/run.
public let isLarge = ProcessInfo.processInfo.environment["FORMWORK_LARGE"] == "1"

/// Returns the size that a test takes: `small` by default.
public func sized<Size>(_ small: Size, large: Size) -> Size { isLarge ? large : small }
