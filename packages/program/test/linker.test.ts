import { describe, expect, it } from 'vitest';
import { checkInstructions } from '../linker/check-instructions.ts';
import { LinkError, parseElfObject } from '../linker/elf-object.ts';
import { linkProgram } from '../linker/link-program.ts';
import { systemCallNumber } from '../linker/system-call-number.ts';
import { readProgram } from '../src/index.ts';
import { buildObject, instruction } from './support/elf.ts';
import type { SbpfVersion } from '../src/index.ts';
import type { ObjectShape } from './support/elf.ts';

const EXIT = instruction(0x95);
const CALL = instruction(0x85, { immediate: -1, registers: 0x10 });
const LOAD = [instruction(0x18, { registers: 1 }), instruction(0)];
const options = {
  entry: 'entrypoint',
  allowedSyscalls: ['sol_log_', 'abort'],
  aliases: { __bpf_trap: 'abort' },
};

function link(shape: ObjectShape, version: SbpfVersion = 'v0') {
  return linkProgram(buildObject(shape), { ...options, version });
}

describe('the linker', () => {
  it('links code, data and system calls', () => {
    const linked = link({
      text: [...LOAD, CALL, EXIT],
      data: Buffer.from('hello'),
      relocations: [
        { offset: 0, type: 1, symbol: 'data' },
        { offset: 16, type: 10, symbol: 'sol_log_' },
      ],
      undefinedSymbols: ['sol_log_'],
    });
    expect(linked.syscalls).toEqual(['sol_log_']);
    expect(linked.instructionCount).toBe(4);
    const text = linked.elf.subarray(232, 232 + 32);
    // The load's immediate is the address of the data, which begins at the next multiple of 16 after the
    // code.
    expect(text.readUInt32LE(4)).toBe(272);
    // Every machine maps programs at 2^32.
    expect(text.readUInt32LE(12)).toBe(1);
    expect(linked.elf.toString('latin1', 272, 277)).toBe('hello');
  });

  it('gives the same bytes for the same object', () => {
    const shape: ObjectShape = {
      text: [CALL, EXIT],
      relocations: [{ offset: 0, type: 10, symbol: 'sol_log_' }],
      undefinedSymbols: ['sol_log_'],
    };
    expect(link(shape).elf.equals(link(shape).elf)).toBe(true);
  });

  it('uses the runtime’s name for a trap, in one stub for all traps', () => {
    const linked = link({
      text: [CALL, CALL, EXIT],
      relocations: [
        { offset: 0, type: 10, symbol: '__bpf_trap' },
        { offset: 8, type: 10, symbol: '__bpf_trap' },
      ],
      undefinedSymbols: ['__bpf_trap'],
    });
    expect(linked.syscalls).toEqual(['abort']);
    const text = linked.elf.subarray(232, 232 + 40);
    expect([text.readInt32LE(4), text.readInt32LE(12)]).toEqual([2, 1]);
    expect(text.subarray(24).toString('hex')).toBe('85000000ffffffff9500000000000000');
    const relocations = linked.elf.lastIndexOf(Buffer.from([232 + 24, 1, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0]));
    expect(relocations).toBeGreaterThan(0);
  });

  it('links a program without any system call', () => {
    const linked = link({ text: [EXIT] });
    expect(linked.syscalls).toEqual([]);
  });

  it('writes a pointer in read-only data as its final address', () => {
    const linked = link({
      text: [EXIT],
      data: Buffer.alloc(16),
      dataRelocations: [{ offset: 0, type: 2, symbol: 'data' }],
    });
    expect(linked.elf.readBigUInt64LE(240)).toBe((1n << 32n) + 240n);
  });

  it.each<[string, ObjectShape, RegExp]>([
    [
      'a system call off the list',
      {
        text: [CALL, EXIT],
        relocations: [{ offset: 0, type: 10, symbol: 'sol_get_epoch_stake' }],
        undefinedSymbols: ['sol_get_epoch_stake'],
      },
      /sol_get_epoch_stake is not allowed/,
    ],
    [
      'the C library',
      {
        text: [CALL, EXIT],
        relocations: [{ offset: 0, type: 10, symbol: 'memcpy' }],
        undefinedSymbols: ['memcpy'],
      },
      /memcpy is not allowed/,
    ],
    ['writable data', { text: [EXIT], data: Buffer.alloc(8), dataFlags: 3n }, /no writable data/],
    ['zeroed data', { text: [EXIT], data: Buffer.alloc(8), dataFlags: 3n, dataType: 8 }, /no writable data/],
    [
      'an undefined data symbol',
      {
        text: [...LOAD, EXIT],
        relocations: [{ offset: 0, type: 1, symbol: 'missing' }],
        undefinedSymbols: ['missing'],
      },
      /undefined data symbol missing/,
    ],
    [
      'the address of a function',
      { text: [...LOAD, EXIT], relocations: [{ offset: 0, type: 1, symbol: 'entrypoint' }] },
      /address of code/,
    ],
    [
      'an unknown relocation',
      { text: [...LOAD, EXIT], relocations: [{ offset: 0, type: 3, symbol: 'entrypoint' }] },
      /unsupported relocation type 3/,
    ],
    ['a program without an entry', { text: [EXIT], entry: 'other' }, /no entry symbol entrypoint/],
    ['32-bit arithmetic', { text: [instruction(0x04), EXIT] }, /unsupported opcode/],
    ['32-bit jumps', { text: [instruction(0x16), EXIT] }, /unsupported opcode/],
    ['atomics', { text: [instruction(0xdb), EXIT] }, /unsupported opcode/],
    ['calls through a register', { text: [instruction(0x8d), EXIT] }, /call through a register/],
    ['signed division', { text: [instruction(0x37, { offset: 1 }), EXIT] }, /form of cpu v4/],
    [
      'writes to the frame pointer',
      { text: [instruction(0xb7, { registers: 10 }), EXIT] },
      /write to the frame pointer/,
    ],
    ['registers that do not exist', { text: [instruction(0xb7, { registers: 11 }), EXIT] }, /bad register/],
  ])('refuses %s', (_, shape, message) => {
    expect(() => link(shape)).toThrow(message);
  });

  it('refuses input that is not a relocatable BPF object', () => {
    const good = buildObject({ text: [EXIT] });
    const change = (offset: number, value: number) => {
      const bad = Buffer.from(good);
      bad[offset] = value;
      return bad;
    };
    expect(() => parseElfObject(Buffer.from('not an ELF file'))).toThrow(LinkError);
    expect(() => parseElfObject(change(4, 1))).toThrow(/64-bit/);
    expect(() => parseElfObject(change(16, 3))).toThrow(/relocatable/);
    expect(() => parseElfObject(change(18, 62))).toThrow(/for BPF/);
  });

  it('finds only instructions with the same meaning on sBPF in the committed programs', () => {
    for (const name of ['wallet', 'game', 'forwarder'] as const) {
      const elf = Buffer.from(readProgram(name));
      const headers = Number(elf.readBigUInt64LE(40));
      const size = Number(elf.readBigUInt64LE(headers + 64 + 32));
      expect(() => checkInstructions(elf.subarray(232, 232 + size))).not.toThrow();
    }
  });
});

describe('a program linked for sBPF v3', () => {
  const header = 64 + 2 * 56;

  it('has read-only data at 0, code at 2^32, and calls the runtime by number', () => {
    const { elf, syscalls } = link(
      {
        text: [...LOAD, CALL, EXIT],
        data: Buffer.from('hello'),
        relocations: [
          { offset: 0, type: 1, symbol: 'data' },
          { offset: 16, type: 10, symbol: 'sol_log_' },
        ],
        undefinedSymbols: ['sol_log_'],
      },
      'v3',
    );
    expect(syscalls).toEqual(['sol_log_']);
    expect(elf.readUInt32LE(48)).toBe(3);
    expect(elf.readBigUInt64LE(24)).toBe(1n << 32n);
    const segments = [0, 1].map((index) => {
      const at = 64 + 56 * index;
      const [offset, address, , bytes] = [8, 16, 24, 32].map((field) => elf.readBigUInt64LE(at + field));
      return { type: elf.readUInt32LE(at), flags: elf.readUInt32LE(at + 4), offset, address, bytes };
    });
    expect(segments).toEqual([
      { type: 1, flags: 4, offset: BigInt(header), address: 0n, bytes: 24n },
      { type: 1, flags: 1, offset: BigInt(header + 24), address: 1n << 32n, bytes: 32n },
    ]);
    const text = elf.subarray(header + 24);
    // The data does not begin at 0, where a null reference would point.
    expect([text.readUInt32LE(4), text.readUInt32LE(12)]).toEqual([16, 0]);
    expect(elf.toString('latin1', header + 16, header + 21)).toBe('hello');
    expect([text.readUInt8(17), text.readUInt32LE(20)]).toEqual([0, 0x207559bd]);
  });

  it('writes a pointer in read-only data as its final address', () => {
    const shape: ObjectShape = {
      text: [EXIT],
      data: Buffer.alloc(16),
      dataRelocations: [{ offset: 0, type: 2, symbol: 'data' }],
    };
    expect(link(shape, 'v3').elf.readBigUInt64LE(header + 16)).toBe(16n);
  });

  it.each([
    ['abort', 0xb6fc1a11],
    ['sol_memcpy_', 0x717cc4a3],
    ['sol_invoke_signed_c', 0xa22b9c85],
  ])('calls %s by the number that every validator uses', (name, number) => {
    expect(systemCallNumber(name)).toBe(number);
  });
});
