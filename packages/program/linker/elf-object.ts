// Reads the single relocatable ELF object that the compiler emits for a program.
export const SECTION_TYPE = { symbols: 2, strings: 3, rela: 4, noBits: 8, rel: 9 } as const;
export const SECTION_FLAG = { write: 1n, alloc: 2n, exec: 4n } as const;
export const SYMBOL_TYPE_SECTION = 3;

const ELF_MAGIC = 0x7f454c46;
const MACHINE_BPF = 247;

export interface Section {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly flags: bigint;
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly align: number;
  readonly data: Buffer;
}

export interface ElfSymbol {
  readonly name: string;
  readonly type: number;
  /** 0 for an undefined symbol. */
  readonly section: number;
  readonly value: number;
}

export interface ElfObject {
  readonly sections: readonly Section[];
  readonly symbols: readonly ElfSymbol[];
}

export class LinkError extends Error {
  override readonly name = 'LinkError';
}

export function parseElfObject(bytes: Uint8Array): ElfObject {
  const file = Buffer.from(bytes);
  if (file.length < 64 || file.readUInt32BE(0) !== ELF_MAGIC) throw new LinkError('not an ELF file');
  if (file[4] !== 2 || file[5] !== 1) throw new LinkError('not a little-endian 64-bit ELF file');
  if (file.readUInt16LE(16) !== 1) throw new LinkError('not a relocatable object');
  if (file.readUInt16LE(18) !== MACHINE_BPF) throw new LinkError('not an object for BPF');
  const sections = readSections(file);
  const table = sections.find((section) => section.type === SECTION_TYPE.symbols);
  if (!table) throw new LinkError('object has no symbols');
  return { sections, symbols: readSymbols(table, sections) };
}

export function sectionAt(sections: readonly Section[], index: number): Section {
  const section = sections[index];
  if (!section) throw new LinkError(`object has no section ${index}`);
  return section;
}

function readSections(file: Buffer): Section[] {
  const offset = Number(file.readBigUInt64LE(40));
  const count = file.readUInt16LE(60);
  const namesHeader = offset + file.readUInt16LE(62) * 64;
  const names = Number(file.readBigUInt64LE(namesHeader + 24));
  return Array.from({ length: count }, (_, index) => {
    const header = offset + index * 64;
    const type = file.readUInt32LE(header + 4);
    const start = Number(file.readBigUInt64LE(header + 24));
    const size = Number(file.readBigUInt64LE(header + 32));
    return {
      index,
      name: textAt(file, names + file.readUInt32LE(header)),
      type,
      flags: file.readBigUInt64LE(header + 8),
      size,
      link: file.readUInt32LE(header + 40),
      info: file.readUInt32LE(header + 44),
      align: Number(file.readBigUInt64LE(header + 48)) || 1,
      data: type === SECTION_TYPE.noBits ? Buffer.alloc(0) : Buffer.from(file.subarray(start, start + size)),
    };
  });
}

function readSymbols(table: Section, sections: readonly Section[]): ElfSymbol[] {
  const strings = sectionAt(sections, table.link).data;
  const symbols: ElfSymbol[] = [];
  for (let offset = 0; offset < table.size; offset += 24) {
    const type = table.data.readUInt8(offset + 4) & 15;
    const section = table.data.readUInt16LE(offset + 6);
    const named = textAt(strings, table.data.readUInt32LE(offset));
    const name = type === SYMBOL_TYPE_SECTION ? sectionAt(sections, section).name : named;
    symbols.push({ name, type, section, value: Number(table.data.readBigUInt64LE(offset + 8)) });
  }
  return symbols;
}

function textAt(buffer: Buffer, offset: number): string {
  return buffer.toString('utf8', offset, buffer.indexOf(0, offset));
}
