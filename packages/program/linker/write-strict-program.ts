// Writes an sBPF v3 program (SIMD-0189): two segments, read-only data at 0 and code at 2^32, with nothing
// left to relocate.
import { HEADER_BYTES, PROGRAM_HEADER_BYTES, writeFile } from './program-file.ts';

const PROGRAM_HEADERS = 2;
const FIRST_OFFSET = HEADER_BYTES + PROGRAM_HEADER_BYTES * PROGRAM_HEADERS;
const LOADED = 1;
const READABLE = 4;
const EXECUTABLE = 1;
const CODE_ADDRESS = 2 ** 32;

export interface StrictProgramParts {
  readonly text: Buffer;
  readonly readonly: Buffer;
  readonly entryAddress: number;
}

/**
 * The loader requires exactly this order and these flags, and uses system calls and addresses without
 * changes.
 */
export function writeStrictProgram({ text, readonly, entryAddress }: StrictProgramParts): Buffer {
  const textOffset = FIRST_OFFSET + readonly.length;
  const file = writeFile(
    { type: 'shared', entry: entryAddress, version: 3, programHeaders: PROGRAM_HEADERS },
    [
      { name: '.rodata', type: 1, flags: 2, offset: FIRST_OFFSET, address: 0, content: readonly, align: 8 },
      {
        name: '.text',
        type: 1,
        flags: 6,
        offset: textOffset,
        address: CODE_ADDRESS,
        content: text,
        align: 8,
      },
    ],
  );
  writeSegment(file, 0, { flags: READABLE, offset: FIRST_OFFSET, address: 0, size: readonly.length });
  writeSegment(file, 1, { flags: EXECUTABLE, offset: textOffset, address: CODE_ADDRESS, size: text.length });
  return file;
}

interface Segment {
  readonly flags: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

function writeSegment(file: Buffer, index: number, { flags, offset, address, size }: Segment): void {
  const at = HEADER_BYTES + PROGRAM_HEADER_BYTES * index;
  file.writeUInt32LE(LOADED, at);
  file.writeUInt32LE(flags, at + 4);
  [offset, address, address, size, size, 8].forEach((value, field) => {
    file.writeBigUInt64LE(BigInt(value), at + 8 + 8 * field);
  });
}
