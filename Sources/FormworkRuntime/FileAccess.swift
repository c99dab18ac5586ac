// Access to a file: its owner, its permissions and its extended attributes, which include access control lists on
// Linux.

#if os(Linux)
  // `sys/xattr.h`, which Swift does not import.
  @_silgen_name("listxattr") private func listxattr(
    _ path: UnsafePointer<CChar>, _ names: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> Int
  @_silgen_name("flistxattr") private func flistxattr(
    _ file: Int32, _ names: UnsafeMutablePointer<CChar>?, _ size: Int
  ) -> Int
  @_silgen_name("getxattr") private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
    _ size: Int
  ) -> Int
  @_silgen_name("fsetxattr") private func fsetxattr(
    _ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int,
    _ flags: Int32
  ) -> Int32
  @_silgen_name("fremovexattr") private func fremovexattr(
    _ file: Int32, _ name: UnsafePointer<CChar>
  ) -> Int32
#endif

/// Copies the owner, group, permissions and extended attributes of a file to an open file. Until then, the open file
/// must be readable only by this process.
///
/// If the access control list can't be copied, the group gets no permissions. The group permissions of a file with such
/// a list are the list's mask, not the permissions of the group.
///
/// - Returns: what couldn't be copied, or nil if everything was.
func copyAccess(of status: FileStatus, at path: SystemText, to file: Int32) -> LostAccess? {
  guard giveAway(file, as: status) else { return .owner }
  #if os(Linux)
    let list: SystemText = "system.posix_acl_access"
    // Remove the attributes that the new file got from its folder or from an earlier copy.
    for name in attributeNames({ flistxattr(file, $0, $1) }) where !name.hasPrefix("security.") {
      _ = name.withCString { fremovexattr(file, $0) }
    }
    let names = attributeNames { room, size in
      path.withCString { listxattr($0, room, size) }
    }
    let permissions =
      names.contains(list) ? status.permissions & ~0o070 : status.permissions
    guard fchmod(file, permissions) == 0 else { return .permissions }
    // Security attributes describe the content of the old file, which the new file doesn't have.
    for name in names where !name.hasPrefix("security.") {
      guard let value = attribute(name, of: path) else {
        // The attribute may be gone by now, or may be unreadable.
        if errno == ENODATA || errno == ENOTSUP { continue }
        return .attributes
      }
      // Some file systems have attributes that can't be set.
      if name.withCString({ fsetxattr(file, $0, value, value.count, 0) }) != 0,
        [ENOSPC, EDQUOT, E2BIG, ENOMEM, EIO].contains(errno)
      {
        return .attributes
      }
    }
  #else
    guard fchmod(file, status.permissions) == 0 else { return .permissions }
  #endif
  return nil
}

/// The kind of access that couldn't be copied from a file to its replacement.
enum LostAccess {
  /// The group, or an owner who would lose permissions.
  case owner
  case permissions, attributes

  var reason: String {
    switch self {
    case .owner: "Its owner or its group could not be kept"
    case .permissions: "Its permissions could not be kept"
    case .attributes: "Its extended attributes could not be kept"
    }
  }
}

/// Gives an open file the owner and group in `status`. An unprivileged process can't change the owner, so it only
/// changes the group. Returns false if that fails, or if the original owner would lose permissions.
private func giveAway(_ file: Int32, as status: FileStatus) -> Bool {
  let own = FileStatus(descriptor: file)
  if own?.owner == status.owner, own?.group == status.group { return true }
  if fchown(file, status.owner, status.group) == 0 { return true }
  // If the owner changes, the original owner only has the permissions of the group.
  let (ofOwner, ofGroup) = (status.permissions >> 6 & 0o7, status.permissions >> 3 & 0o7)
  let isKept = own?.owner == status.owner || ofOwner & ~ofGroup == 0
  return isKept && fchown(file, uid_t.max, status.group) == 0
}

#if os(Linux)
  private func attributeNames(
    _ list: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) -> [SystemText] {
    (filled(list) ?? []).split(separator: 0).map { SystemText(bytes: $0) }
  }

  private func attribute(_ name: SystemText, of path: SystemText) -> [UInt8]? {
    filled { room, size in
      path.withCString { path in name.withCString { getxattr(path, $0, room, size) } }
    }
  }

  /// Calls `call` first for the size and then for the bytes, and returns the bytes. Returns nil if a call fails.
  private func filled(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [UInt8]? {
    let size = call(nil, 0)
    guard size > 0 else { return size == 0 ? [] : nil }
    var bytes = [CChar](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBufferPointer { call($0.baseAddress, size) }
    return count < 0 ? nil : bytes.prefix(count).map { UInt8(bitPattern: $0) }
  }
#endif
