// Writes the shared object: code, read-only data, and the dynamic section with which the loader finds
// relocations.
import { HEADER_BYTES, PROGRAM_HEADER_BYTES, alignTo, stringTable, writeFile } from './program-file.ts';
import type { OutputSection } from './program-file.ts';

const PROGRAM_HEADERS = 3;
/** Start of the code, in the file and in the program's address space. */
export const TEXT_OFFSET = HEADER_BYTES + PROGRAM_HEADER_BYTES * PROGRAM_HEADERS;

const SECTION = { bits: 1, strings: 3, dynamic: 6, rel: 9, dynamicSymbols: 11 } as const;
const TAG = {
  end: 0,
  strings: 5,
  symbols: 6,
  stringsSize: 10,
  symbolSize: 11,
  rel: 17,
  relSize: 18,
  relEntry: 19,
  flags: 30,
};
const TEXT_RELOCATIONS = 4;

export interface DynamicRelocation {
  readonly offset: number;
  readonly type: number;
  readonly symbol: number;
}

export interface ProgramParts {
  readonly text: Buffer;
  readonly readonly: Buffer;
  readonly readonlyOffset: number;
  readonly entryName: string;
  readonly entryAddress: number;
  readonly syscalls: readonly string[];
  readonly relocations: readonly DynamicRelocation[];
}

/** Writes a shared object for the loader of sBPF v0 to v2, which finds system calls by name. */
export function writeProgram(parts: ProgramParts): Buffer {
  const sections = layOutSections(parts);
  const header = { entry: parts.entryAddress, version: 0, programHeaders: PROGRAM_HEADERS } as const;
  const file = writeFile({ type: 'shared', ...header }, sections);
  writeProgramHeaders(file, parts, sections);
  return file;
}

function layOutSections(parts: ProgramParts): OutputSection[] {
  const symbolNames = [...parts.syscalls, parts.entryName];
  const strings = stringTable(symbolNames);
  const symbols = dynamicSymbols(symbolNames, strings.offsets, parts);
  const relocations = relocationTable(parts.relocations);
  const dynamicOffset = alignTo(parts.readonlyOffset + parts.readonly.length, 8);
  const symbolsOffset = dynamicOffset + 16 * 9;
  const stringsOffset = symbolsOffset + symbols.length;
  const relocationsOffset = alignTo(stringsOffset + strings.table.length, 8);
  const dynamic = dynamicTable([
    [TAG.flags, TEXT_RELOCATIONS],
    [TAG.rel, relocationsOffset],
    [TAG.relSize, relocations.length],
    [TAG.relEntry, 16],
    [TAG.symbols, symbolsOffset],
    [TAG.symbolSize, 24],
    [TAG.strings, stringsOffset],
    [TAG.stringsSize, strings.table.length],
    [TAG.end, 0],
  ]);
  return [
    { name: '.text', type: SECTION.bits, flags: 6, offset: TEXT_OFFSET, content: parts.text, align: 8 },
    {
      name: '.rodata',
      type: SECTION.bits,
      flags: 2,
      offset: parts.readonlyOffset,
      content: parts.readonly,
      align: 16,
    },
    {
      name: '.dynamic',
      type: SECTION.dynamic,
      flags: 3,
      offset: dynamicOffset,
      content: dynamic,
      align: 8,
      link: '.dynstr',
      entrySize: 16,
    },
    {
      name: '.dynsym',
      type: SECTION.dynamicSymbols,
      flags: 2,
      offset: symbolsOffset,
      content: symbols,
      align: 8,
      link: '.dynstr',
      info: 1,
      entrySize: 24,
    },
    {
      name: '.dynstr',
      type: SECTION.strings,
      flags: 2,
      offset: stringsOffset,
      content: strings.table,
      align: 1,
    },
    {
      name: '.rel.dyn',
      type: SECTION.rel,
      flags: 2,
      offset: relocationsOffset,
      content: relocations,
      align: 8,
      link: '.dynsym',
      entrySize: 16,
    },
  ];
}

function dynamicSymbols(names: readonly string[], offsets: readonly number[], parts: ProgramParts): Buffer {
  const table = Buffer.alloc(24 * (names.length + 1));
  names.forEach((name, index) => {
    const at = 24 * (index + 1);
    table.writeUInt32LE(offsets[index] ?? 0, at);
    const isEntry = name === parts.entryName;
    table.writeUInt8(isEntry ? 0x12 : 0x10, at + 4);
    if (isEntry) {
      table.writeUInt16LE(1, at + 6);
      table.writeBigUInt64LE(BigInt(parts.entryAddress), at + 8);
    }
  });
  return table;
}

function relocationTable(relocations: readonly DynamicRelocation[]): Buffer {
  const table = Buffer.alloc(16 * relocations.length);
  const sorted = relocations.toSorted((left, right) => left.offset - right.offset);
  sorted.forEach((relocation, index) => {
    table.writeBigUInt64LE(BigInt(relocation.offset), 16 * index);
    table.writeUInt32LE(relocation.type, 16 * index + 8);
    table.writeUInt32LE(relocation.symbol, 16 * index + 12);
  });
  return table;
}

function dynamicTable(entries: readonly (readonly [number, number])[]): Buffer {
  const table = Buffer.alloc(16 * entries.length);
  entries.forEach(([tag, value], index) => {
    table.writeBigUInt64LE(BigInt(tag), 16 * index);
    table.writeBigUInt64LE(BigInt(value), 16 * index + 8);
  });
  return table;
}

function writeProgramHeaders(file: Buffer, parts: ProgramParts, sections: readonly OutputSection[]): void {
  const dynamic = sections.find((section) => section.name === '.dynamic');
  const relocations = sections.find((section) => section.name === '.rel.dyn');
  if (!dynamic || !relocations) throw new Error('dynamic sections are always written');
  const codeEnd = alignTo(parts.readonlyOffset + parts.readonly.length, 8);
  const dynamicEnd = relocations.offset + relocations.content.length;
  const headers = [
    [1, 5, TEXT_OFFSET, codeEnd - TEXT_OFFSET, 4096],
    [1, 6, dynamic.offset, dynamicEnd - dynamic.offset, 4096],
    [2, 6, dynamic.offset, dynamic.content.length, 8],
  ] as const;
  headers.forEach(([type, flags, offset, size, align], index) => {
    const at = HEADER_BYTES + PROGRAM_HEADER_BYTES * index;
    file.writeUInt32LE(type, at);
    file.writeUInt32LE(flags, at + 4);
    for (const field of [8, 16, 24]) file.writeBigUInt64LE(BigInt(offset), at + field);
    for (const field of [32, 40]) file.writeBigUInt64LE(BigInt(size), at + field);
    file.writeBigUInt64LE(BigInt(align), at + 48);
  });
}
