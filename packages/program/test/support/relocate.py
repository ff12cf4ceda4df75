"""Second opinion on packages/program/linker: relocates the compiler's object by itself and compares the program with it.

Shares no code with the linker. Knows the BPF relocations (Documentation/bpf/llvm_reloc.rst of Linux), where the loader maps a
program (packages/program/README.md), and how sBPF v3 numbers system calls (SIMD-0178).

usage: relocate.py <object> <program> <v0|v3>; prints what differs, one line each, and nothing when all is equal.
"""

import struct
import sys

REGION = 1 << 32
LOCAL_CALL = 0x10
TRAP = "__bpf_trap"
EXIT = bytes.fromhex("9500000000000000")
CALL = bytes.fromhex("85000000")


def sections_of(file):
    offset, = struct.unpack_from("<Q", file, 40)
    _, count, names = struct.unpack_from("<HHH", file, 58)
    fields = "name type flags addr off size link info align entry".split()
    found = [dict(zip(fields, struct.unpack_from("<IIQQQQIIQQ", file, offset + i * 64))) for i in range(count)]
    table = found[names]
    for section in found:
        start = table["off"] + section["name"]
        section["name"] = file[start : file.index(0, start)].decode()
        has_bytes = section["type"] != 8
        section["data"] = file[section["off"] : section["off"] + section["size"]] if has_bytes else b""
    return found


def symbols_of(table, strings):
    found = []
    for at in range(0, len(table), 24):
        name, info, _, section, value, _ = struct.unpack_from("<IBBHQQ", table, at)
        found.append((strings[name : strings.index(b"\0", name)].decode(), info & 15, section, value))
    return found


def murmur3(data):
    mask, state = 0xFFFFFFFF, 0

    def rotated(value, bits):
        return (value << bits | value >> (32 - bits)) & mask

    def mixed(block):
        return rotated(block * 0xCC9E2D51 & mask, 15) * 0x1B873593 & mask

    whole = len(data) // 4 * 4
    for at in range(0, whole, 4):
        state = (rotated(state ^ mixed(int.from_bytes(data[at : at + 4], "little")), 13) * 5 + 0xE6546B64) & mask
    if data[whole:]:
        state ^= mixed(int.from_bytes(data[whole:], "little"))
    state ^= len(data)
    state = (state ^ state >> 16) * 0x85EBCA6B & mask
    state = (state ^ state >> 13) * 0xC2B2AE35 & mask
    return state ^ state >> 16


def aligned(value, alignment):
    return -(-value // alignment) * alignment


class Program:
    """What a loader reads out of the file: code, read-only data, their addresses, the entry and the calls it resolves."""

    def __init__(self, file, version):
        self.entry, headers = struct.unpack_from("<QQ", file, 24)
        self.resolved = {}
        if version == "v3":
            count, = struct.unpack_from("<H", file, 56)
            segments = [struct.unpack_from("<IIQQQQQQ", file, headers + i * 56) for i in range(count)]
            (data,) = [s for s in segments if s[:2] == (1, 4)]
            (code,) = [s for s in segments if s[:2] == (1, 1)]
            self.data, self.data_at = file[data[2] : data[2] + data[5]], data[3]
            self.code, self.code_at = file[code[2] : code[2] + code[5]], code[3]
            return
        sections = {section["name"]: section for section in sections_of(file)}
        text, data = sections[".text"], sections[".rodata"]
        self.code, self.code_at = text["data"], REGION + text["addr"]
        self.data, self.data_at = data["data"], REGION + data["addr"]
        self.entry += REGION
        names = symbols_of(sections[".dynsym"]["data"], sections[".dynstr"]["data"])
        relocations = sections[".rel.dyn"]["data"]
        for at in range(0, len(relocations), 16):
            offset, kind, symbol = struct.unpack_from("<QII", relocations, at)
            self.resolved[offset - text["addr"]] = (kind, names[symbol][0])


class Relocated:
    """The object's code and data where the program has them, with every relocation applied."""

    def __init__(self, file, program, version):
        self.version, self.program = version, program
        self.sections = sections_of(file)
        table = next(s for s in self.sections if s["type"] == 2)
        self.symbols = symbols_of(table["data"], self.sections[table["link"]]["data"])
        self.resolved, self.odd = {}, []
        self.place()
        for section in self.sections:
            if section["type"] in (4, 9) and section["info"] in self.places:
                self.apply(section)
        if any(name == TRAP and section == 0 for name, _, section, _ in self.symbols):
            self.code += CALL + b"\xff\xff\xff\xff" + EXIT
            self.call_system("abort", self.stub)

    def place(self):
        """In the order of the object: code at multiples of 8, data at its own alignment; v3 keeps 16 bytes empty at null."""
        self.places, self.code_indices = {}, []
        self.code, self.data = bytearray(), bytearray(16 if self.version == "v3" else 0)
        for index, section in enumerate(self.sections):
            if not section["flags"] & 2 or not section["size"] or section["name"].startswith(".eh_frame"):
                continue
            is_code = bool(section["flags"] & 4)
            room = self.code if is_code else self.data
            room.extend(bytes(aligned(len(room), 8 if is_code else max(section["align"], 8)) - len(room)))
            self.places[index] = len(room)
            room.extend(section["data"])
            if is_code:
                self.code_indices.append(index)
        self.data.extend(bytes(aligned(len(self.data), 8) - len(self.data)))
        self.stub = len(self.code)

    def address(self, section, value):
        base = self.program.code_at if section in self.code_indices else self.program.data_at
        return base + self.places[section] + value

    def apply(self, section):
        if section["type"] == 4:
            self.odd.append("relocations with addends")
            return
        in_code = section["info"] in self.code_indices
        for at in range(0, section["size"], 16):
            offset, kind, symbol = struct.unpack_from("<QII", section["data"], at)
            name, form, home, value = self.symbols[symbol]
            where = self.places[section["info"]] + offset
            if kind == 10 and in_code:
                self.relocate_call(where, name, form, home, value)
            elif kind == 1 and in_code and home not in self.code_indices:
                low, = struct.unpack_from("<I", self.code, where + 4)
                target = self.address(home, value) + low
                struct.pack_into("<I", self.code, where + 4, target % REGION)
                struct.pack_into("<I", self.code, where + 12, target // REGION)
            elif kind == 2 and not in_code and home not in self.code_indices:
                addend, = struct.unpack_from("<Q", self.data, where)
                struct.pack_into("<Q", self.data, where, self.address(home, value) + addend)
            else:
                self.odd.append(f"relocation {kind} of {name}")

    def relocate_call(self, where, name, form, home, value):
        if home == 0 and name != TRAP:
            self.call_system(name, where)
            return
        immediate, = struct.unpack_from("<i", self.code, where + 4)
        # A call by the symbol of a section carries the place within it, in instructions after the next one.
        within = (immediate + 1) * 8 if form == 3 else value
        target = self.stub if home == 0 else self.places[home] + within
        struct.pack_into("<i", self.code, where + 4, (target - where) // 8 - 1)
        self.code[where + 1] = LOCAL_CALL

    def call_system(self, name, where):
        self.code[where + 1] = 0
        if self.version == "v3":
            struct.pack_into("<I", self.code, where + 4, murmur3(name.encode()))
        else:
            struct.pack_into("<i", self.code, where + 4, -1)
            self.resolved[where] = (10, name)

    def entry(self):
        _, _, section, value = next(s for s in self.symbols if s[0] == "entrypoint" and s[2] != 0)
        return self.address(section, value)


def first_difference(expected, found):
    at = next((i for i, pair in enumerate(zip(expected, found)) if pair[0] != pair[1]), min(len(expected), len(found)))
    return f"at {at:#x} of {len(expected)} and {len(found)} bytes"


def compare(object_path, program_path, version):
    with open(object_path, "rb") as file:
        object_bytes = file.read()
    with open(program_path, "rb") as file:
        program = Program(file.read(), version)
    relocated = Relocated(object_bytes, program, version)
    differences = list(relocated.odd)
    if bytes(relocated.code) != bytes(program.code):
        differences.append(f"code {first_difference(relocated.code, program.code)}")
    if bytes(relocated.data) != bytes(program.data):
        differences.append(f"read-only data {first_difference(relocated.data, program.data)}")
    if relocated.resolved != program.resolved:
        differences.append("system calls that the loader resolves")
    if relocated.entry() != program.entry:
        differences.append(f"entry {program.entry:#x} instead of {relocated.entry():#x}")
    return differences


if __name__ == "__main__":
    print("\n".join(compare(*sys.argv[1:4])))
