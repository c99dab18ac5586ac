"""Lets programs and libraries for Linux run with an older glibc than the one that linked them.

usage: python Scripts/older_glibc.py FILE…      needs pyelftools, which auditwheel installs

Swift's standard library calls `hypotf`. A linker with glibc 2.35 or later binds the function to
the version `GLIBC_2.35`, which differs from the first one only in not setting `errno`. Changes
this version in FILE to the first one of the machine. Fails if another function needs
`GLIBC_2.35`, and leaves FILE unchanged if no function does.
"""

import struct
import sys

from elftools.elf.elffile import ELFFile

LIBRARY, VERSION, FUNCTION = "libm.so.6", "GLIBC_2.35", "hypotf"
FIRST = {"EM_X86_64": "GLIBC_2.2.5", "EM_AARCH64": "GLIBC_2.17"}


def edits(elf):
    """Returns the offsets of the bytes to replace, with the new bytes."""
    needs = elf.get_section_by_name(".gnu.version_r")
    functions = {}
    versions = elf.get_section_by_name(".gnu.version")
    for index, symbol in enumerate(elf.get_section_by_name(".dynsym").iter_symbols()):
        functions.setdefault(versions.get_symbol(index)["ndx"], []).append(symbol.name)

    first, found, offset = None, None, 0
    for need, entries in needs.iter_versions():
        at = offset + need["vn_aux"]
        for entry in entries:
            if entry.name == FIRST[elf["e_machine"]]:
                first = entry
            if (need.name, entry.name) == (LIBRARY, VERSION):
                found = needs["sh_offset"] + at, entry
            at += entry["vna_next"]
        offset += need["vn_next"]
    if not found:
        return []
    at, entry = found
    users = functions.get(entry["vna_other"])
    if users != [FUNCTION]:
        sys.exit(f"{VERSION} is needed by {users}, not only by {FUNCTION}.")
    if not first:
        sys.exit(f"No function needs {FIRST[elf['e_machine']]}, so that its name can't be used.")
    # An entry begins with `vna_hash`, and its `vna_name` is at byte 8.
    order = "<I" if elf.little_endian else ">I"
    return [
        (at, struct.pack(order, first["vna_hash"])),
        (at + 8, struct.pack(order, first["vna_name"])),
    ]


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    for path in sys.argv[1:]:
        with open(path, "r+b") as file:
            for offset, data in edits(ELFFile(file)):
                file.seek(offset)
                file.write(data)


if __name__ == "__main__":
    main()
