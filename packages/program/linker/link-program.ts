import { checkInstructions } from './check-instructions.ts';
import {
  LinkError,
  SECTION_FLAG,
  SECTION_TYPE,
  SYMBOL_TYPE_SECTION,
  parseElfObject,
  sectionAt,
} from './elf-object.ts';
import type { ElfObject, ElfSymbol, Section } from './elf-object.ts';
import { TEXT_OFFSET, alignTo, writeProgram } from './write-program.ts';
import type { DynamicRelocation } from './write-program.ts';

/** Relocations that BPF compilers emit (ABI: Documentation/bpf/llvm_reloc.rst of Linux). */
const RELOCATION = { load64: 1, absolute64: 2, call: 10 } as const;
/** Those that the sBPF v0 loader applies. */
const DYNAMIC = { relative: 8, call: 10 } as const;
const LOCAL_CALL = 0x10;

export interface LinkOptions {
  readonly entry: string;
  /** System calls that the program may use; any other undefined symbol is refused. */
  readonly allowedSyscalls: readonly string[];
  /** Names that the compiler gives to what the runtime calls otherwise. */
  readonly aliases?: Readonly<Record<string, string>>;
}

export interface LinkedProgram {
  readonly elf: Buffer;
  readonly syscalls: readonly string[];
  readonly instructionCount: number;
}

interface Placed {
  readonly section: Section;
  readonly segment: 'text' | 'readonly';
  readonly offset: number;
}

interface Layout {
  readonly placed: ReadonlyMap<number, Placed>;
  readonly text: Buffer;
  readonly readonly: Buffer;
  readonly readonlyOffset: number;
}

/** Turns one relocatable BPF object into a shared object that Solana's loader accepts (sBPF v0). */
export function linkProgram(objectBytes: Uint8Array, options: LinkOptions): LinkedProgram {
  const object = parseElfObject(objectBytes);
  const layout = layOut(object);
  const syscalls: string[] = [];
  const relocations: DynamicRelocation[] = [];
  for (const section of object.sections) {
    if (section.type !== SECTION_TYPE.rel && section.type !== SECTION_TYPE.rela) continue;
    const target = layout.placed.get(section.info);
    if (!target) continue; // Of debug information and the like.
    if (section.type === SECTION_TYPE.rela) throw new LinkError('relocations with addends are not supported');
    for (let offset = 0; offset < section.size; offset += 16) {
      relocations.push(...relocate({ object, layout, target, section, offset, options, syscalls }));
    }
  }
  checkInstructions(layout.text);
  const entry = object.symbols.find((symbol) => symbol.name === options.entry && symbol.section !== 0);
  if (!entry || layout.placed.get(entry.section)?.segment !== 'text') {
    throw new LinkError(`no entry symbol ${options.entry}`);
  }
  const elf = writeProgram({
    text: layout.text,
    readonly: layout.readonly,
    readonlyOffset: layout.readonlyOffset,
    entryName: options.entry,
    entryAddress: addressOf(layout, entry),
    syscalls,
    relocations,
  });
  return { elf, syscalls, instructionCount: layout.text.length / 8 };
}

function segmentOf(section: Section): 'text' | 'readonly' | null {
  if ((section.flags & SECTION_FLAG.alloc) === 0n || section.size === 0) return null;
  if (section.name.startsWith('.eh_frame')) return null;
  if ((section.flags & SECTION_FLAG.exec) !== 0n) return 'text';
  const isWritable = (section.flags & SECTION_FLAG.write) !== 0n && !section.name.startsWith('.data.rel.ro');
  if (section.type === SECTION_TYPE.noBits || isWritable) {
    throw new LinkError(`programs have no writable data: section ${section.name}, ${section.size} bytes`);
  }
  return 'readonly';
}

function layOut(object: ElfObject): Layout {
  const placed = new Map<number, Placed>();
  const size = { text: 0, readonly: 0 };
  for (const section of object.sections) {
    const segment = segmentOf(section);
    if (!segment) continue;
    const offset = alignTo(size[segment], segment === 'text' ? 8 : Math.max(section.align, 8));
    placed.set(section.index, { section, segment, offset });
    size[segment] = offset + section.size;
  }
  const text = Buffer.alloc(size.text);
  const readonly = Buffer.alloc(alignTo(size.readonly, 8));
  for (const part of placed.values())
    part.section.data.copy(part.segment === 'text' ? text : readonly, part.offset);
  return { placed, text, readonly, readonlyOffset: alignTo(TEXT_OFFSET + text.length, 16) };
}

function addressOf(layout: Layout, symbol: ElfSymbol): number {
  const part = layout.placed.get(symbol.section);
  if (symbol.section === 0 || !part) throw new LinkError(`undefined data symbol ${symbol.name}`);
  const base = part.segment === 'text' ? TEXT_OFFSET : layout.readonlyOffset;
  return base + part.offset + symbol.value;
}

interface Relocation {
  readonly object: ElfObject;
  readonly layout: Layout;
  readonly target: Placed;
  readonly section: Section;
  readonly offset: number;
  readonly options: LinkOptions;
  readonly syscalls: string[];
}

function relocate(input: Relocation): DynamicRelocation[] {
  const { layout, target, section } = input;
  const at = Number(section.data.readBigUInt64LE(input.offset)) + target.offset;
  const type = section.data.readUInt32LE(input.offset + 8);
  const symbol = input.object.symbols[section.data.readUInt32LE(input.offset + 12)];
  if (!symbol) throw new LinkError(`relocation without a symbol in ${target.section.name}`);
  if (type === RELOCATION.load64 && target.segment === 'text') return [relocateLoad(layout, at, symbol)];
  if (type === RELOCATION.call && target.segment === 'text') return relocateCall(input, at, symbol);
  if (type === RELOCATION.absolute64) return [relocatePointer(layout, target, at, symbol)];
  throw new LinkError(`unsupported relocation type ${type} in ${target.section.name}`);
}

/** A 64-bit load of an address; the loader adds where the program is mapped. */
function relocateLoad(layout: Layout, at: number, symbol: ElfSymbol): DynamicRelocation {
  if (layout.placed.get(symbol.section)?.segment === 'text')
    throw new LinkError(`address of code: ${symbol.name}`);
  const addend = layout.text.readUInt32LE(at + 4);
  if (layout.text.readUInt32LE(at + 12) !== 0)
    throw new LinkError(`addend beyond 32 bits for ${symbol.name}`);
  layout.text.writeUInt32LE(addressOf(layout, symbol) + addend, at + 4);
  return { offset: TEXT_OFFSET + at, type: DYNAMIC.relative, symbol: 0 };
}

/** A pointer inside read-only data: the v0 loader reads its low word at offset + 4 and overwrites all eight bytes. */
function relocatePointer(layout: Layout, target: Placed, at: number, symbol: ElfSymbol): DynamicRelocation {
  if (target.segment !== 'readonly') throw new LinkError(`pointer inside code in ${target.section.name}`);
  if (layout.placed.get(symbol.section)?.segment === 'text')
    throw new LinkError(`address of code: ${symbol.name}`);
  const address = addressOf(layout, symbol) + Number(layout.readonly.readBigUInt64LE(at));
  layout.readonly.writeUInt32LE(0, at);
  layout.readonly.writeUInt32LE(address, at + 4);
  return { offset: layout.readonlyOffset + at, type: DYNAMIC.relative, symbol: 0 };
}

function relocateCall(input: Relocation, at: number, symbol: ElfSymbol): DynamicRelocation[] {
  const { layout, options, syscalls, object } = input;
  const immediate = layout.text.readInt32LE(at + 4);
  if (symbol.section === 0) {
    const name = options.aliases?.[symbol.name] ?? symbol.name;
    if (!options.allowedSyscalls.includes(name)) throw new LinkError(`system call ${name} is not allowed`);
    if (immediate !== -1) throw new LinkError(`odd addend in a call of ${name}`);
    layout.text.writeUInt8(0, at + 1);
    if (!syscalls.includes(name)) syscalls.push(name);
    return [{ offset: TEXT_OFFSET + at, type: DYNAMIC.call, symbol: syscalls.indexOf(name) + 1 }];
  }
  const part = layout.placed.get(symbol.section);
  if (part?.segment !== 'text') {
    throw new LinkError(`call into ${sectionAt(object.sections, symbol.section).name}`);
  }
  const inSection = symbol.type === SYMBOL_TYPE_SECTION ? (immediate + 1) * 8 : symbol.value;
  layout.text.writeInt32LE((part.offset + inSection - at) / 8 - 1, at + 4);
  layout.text.writeUInt8(LOCAL_CALL, at + 1);
  return [];
}
