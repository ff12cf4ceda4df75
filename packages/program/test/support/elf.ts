// A minimal writer of relocatable BPF objects, for objects that a compiler never emits.
interface RelocationShape {
  readonly offset: number;
  readonly type: number;
  readonly symbol: string;
}

export interface ObjectShape {
  readonly text: readonly Buffer[];
  readonly data?: Buffer;
  readonly dataFlags?: bigint;
  readonly dataType?: number;
  readonly entry?: string;
  readonly undefinedSymbols?: readonly string[];
  readonly relocations?: readonly RelocationShape[];
  readonly dataRelocations?: readonly RelocationShape[];
}

export function instruction(
  opcode: number,
  fields: { readonly registers?: number; readonly offset?: number; readonly immediate?: number } = {},
): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt8(opcode, 0);
  bytes.writeUInt8(fields.registers ?? 0, 1);
  bytes.writeInt16LE(fields.offset ?? 0, 2);
  bytes.writeInt32LE(fields.immediate ?? 0, 4);
  return bytes;
}

interface Part {
  readonly name: string;
  readonly type: number;
  readonly flags: bigint;
  readonly content: Buffer;
  readonly link?: number;
  readonly info?: number;
}

export function buildObject(shape: ObjectShape): Buffer {
  const symbols = [
    { name: '', section: 0, type: 0 },
    { name: shape.entry ?? 'entrypoint', section: 1, type: 2 },
    { name: 'data', section: 2, type: 1 },
    ...(shape.undefinedSymbols ?? []).map((name) => ({ name, section: 0, type: 0 })),
  ];
  const strings = table(symbols.map((symbol) => symbol.name));
  const symbolTable = Buffer.concat(
    symbols.map((symbol, index) => {
      const entry = Buffer.alloc(24);
      entry.writeUInt32LE(strings.offsets[index] ?? 0, 0);
      entry.writeUInt8(0x10 | symbol.type, 4);
      entry.writeUInt16LE(symbol.section, 6);
      return entry;
    }),
  );
  const relocate = (shapes: readonly RelocationShape[] = []): Buffer =>
    Buffer.concat(
      shapes.map((relocation) => {
        const entry = Buffer.alloc(16);
        entry.writeBigUInt64LE(BigInt(relocation.offset), 0);
        entry.writeUInt32LE(relocation.type, 8);
        entry.writeUInt32LE(
          symbols.findIndex((symbol) => symbol.name === relocation.symbol),
          12,
        );
        return entry;
      }),
    );
  const data = shape.data ?? Buffer.alloc(0);
  return assemble([
    { name: '', type: 0, flags: 0n, content: Buffer.alloc(0) },
    { name: '.text', type: 1, flags: 6n, content: Buffer.concat(shape.text) },
    { name: '.rodata', type: shape.dataType ?? 1, flags: shape.dataFlags ?? 2n, content: data },
    { name: '.symtab', type: 2, flags: 0n, content: symbolTable, link: 4 },
    { name: '.strtab', type: 3, flags: 0n, content: strings.bytes },
    { name: '.rel.text', type: 9, flags: 0n, content: relocate(shape.relocations), link: 3, info: 1 },
    { name: '.rel.rodata', type: 9, flags: 0n, content: relocate(shape.dataRelocations), link: 3, info: 2 },
  ]);
}

function assemble(parts: readonly Part[]): Buffer {
  const names = table([...parts.map((part) => part.name), '.shstrtab']);
  const all: Part[] = [...parts, { name: '.shstrtab', type: 3, flags: 0n, content: names.bytes }];
  let offset = 64;
  const headers: Buffer[] = [];
  all.forEach((part, index) => {
    const header = Buffer.alloc(64);
    header.writeUInt32LE(names.offsets[index] ?? 0, 0);
    header.writeUInt32LE(part.type, 4);
    header.writeBigUInt64LE(part.flags, 8);
    header.writeBigUInt64LE(BigInt(offset), 24);
    header.writeBigUInt64LE(BigInt(part.content.length), 32);
    header.writeUInt32LE(part.link ?? 0, 40);
    header.writeUInt32LE(part.info ?? 0, 44);
    header.writeBigUInt64LE(8n, 48);
    headers.push(header);
    offset += part.content.length;
  });
  const elf = Buffer.alloc(64);
  elf.writeUInt32BE(0x7f454c46, 0);
  elf.set([2, 1, 1], 4);
  elf.writeUInt16LE(1, 16);
  elf.writeUInt16LE(247, 18);
  elf.writeBigUInt64LE(BigInt(offset), 40);
  elf.writeUInt16LE(all.length, 60);
  elf.writeUInt16LE(all.length - 1, 62);
  return Buffer.concat([elf, ...all.map((part) => part.content), ...headers]);
}

function table(names: readonly string[]): { bytes: Buffer; offsets: number[] } {
  const offsets: number[] = [];
  let text = '\0';
  for (const name of names) {
    offsets.push(name === '' ? 0 : text.length);
    if (name !== '') text += `${name}\0`;
  }
  return { bytes: Buffer.from(text, 'latin1'), offsets };
}
