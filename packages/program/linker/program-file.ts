// The parts that the ELF files for sBPF v0 and v3 share: the header, section headers and section names.
export const HEADER_BYTES = 64;
export const PROGRAM_HEADER_BYTES = 56;
export const SECTION_HEADER_BYTES = 64;

export interface FileHeader {
  readonly type: 'shared' | 'executable';
  readonly entry: number;
  /** The sBPF version that the loader must assume. */
  readonly version: number;
  readonly programHeaders: number;
}

export interface OutputSection {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  /** Address in the program's address space. Default: the offset in the file; 0 without flags. */
  readonly address?: number;
  readonly content: Buffer;
  readonly align: number;
  readonly link?: string;
  readonly info?: number;
  readonly entrySize?: number;
}

export function alignTo(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}

/**
 * Writes the whole file around the contents of its sections: header, contents, names and section headers. The
 * caller writes the program headers.
 */
export function writeFile(header: FileHeader, contents: readonly OutputSection[]): Buffer {
  const names = stringTable([...contents.map((section) => section.name), '.shstrtab']);
  const last = contents.at(-1);
  const offset = last ? last.offset + last.content.length : HEADER_BYTES;
  const sections: OutputSection[] = [
    ...contents,
    { name: '.shstrtab', type: 3, flags: 0, offset, content: names.table, align: 1 },
  ];
  const headersOffset = alignTo(offset + names.table.length, 8);
  const file = Buffer.alloc(headersOffset + SECTION_HEADER_BYTES * (sections.length + 1));
  for (const section of sections) section.content.copy(file, section.offset);
  writeHeader(file, header, headersOffset, sections.length + 1);
  sections.forEach((section, index) => {
    const at = headersOffset + SECTION_HEADER_BYTES * (index + 1);
    const link = section.link ? sections.findIndex((other) => other.name === section.link) + 1 : 0;
    writeSectionHeader(file, at, section, names.offsets[index] ?? 0, link);
  });
  return file;
}

export function stringTable(names: readonly string[]): { table: Buffer; offsets: number[] } {
  const offsets: number[] = [];
  let text = '\0';
  for (const name of names) {
    offsets.push(text.length);
    text += `${name}\0`;
  }
  return { table: Buffer.from(text, 'latin1'), offsets };
}

function writeHeader(file: Buffer, header: FileHeader, headersOffset: number, sectionCount: number): void {
  file.writeUInt32BE(0x7f454c46, 0);
  file.set([2, 1, 1], 4);
  file.writeUInt16LE(header.type === 'shared' ? 3 : 2, 16);
  file.writeUInt16LE(247, 18); // EM_BPF
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(header.entry), 24);
  file.writeBigUInt64LE(BigInt(HEADER_BYTES), 32);
  file.writeBigUInt64LE(BigInt(headersOffset), 40);
  file.writeUInt32LE(header.version, 48);
  file.writeUInt16LE(HEADER_BYTES, 52);
  file.writeUInt16LE(PROGRAM_HEADER_BYTES, 54);
  file.writeUInt16LE(header.programHeaders, 56);
  file.writeUInt16LE(SECTION_HEADER_BYTES, 58);
  file.writeUInt16LE(sectionCount, 60);
  file.writeUInt16LE(sectionCount - 1, 62);
}

function writeSectionHeader(
  file: Buffer,
  at: number,
  section: OutputSection,
  name: number,
  link: number,
): void {
  file.writeUInt32LE(name, at);
  file.writeUInt32LE(section.type, at + 4);
  file.writeBigUInt64LE(BigInt(section.flags), at + 8);
  file.writeBigUInt64LE(BigInt(section.address ?? (section.flags === 0 ? 0 : section.offset)), at + 16);
  file.writeBigUInt64LE(BigInt(section.offset), at + 24);
  file.writeBigUInt64LE(BigInt(section.content.length), at + 32);
  file.writeUInt32LE(link, at + 40);
  file.writeUInt32LE(section.info ?? 0, at + 44);
  file.writeBigUInt64LE(BigInt(section.align), at + 48);
  file.writeBigUInt64LE(BigInt(section.entrySize ?? 0), at + 56);
}
