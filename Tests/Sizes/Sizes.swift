import Foundation

/// Whether tests try the sizes at the real limits: with `FORMWORK_LARGE=1`, as in .ci/run.
public let isLarge = ProcessInfo.processInfo.environment["FORMWORK_LARGE"] == "1"

/// Returns the size that a test takes: `small` by default.
public func sized<Size>(_ small: Size, large: Size) -> Size { isLarge ? large : small }

/// Whether a sanitizer is part of this process. It takes memory that a limit leaves out, and only programs that are built
/// with it can link the library.
public let isSanitized: Bool = {
  let process = dlopen(nil, RTLD_NOW)
  return dlsym(process, "__tsan_init") != nil || dlsym(process, "__asan_init") != nil
}()
