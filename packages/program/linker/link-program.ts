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
import type { SbpfVersion } from '../src/manifest.ts';
import { alignTo } from './program-file.ts';
import { systemCallNumber } from './system-call-number.ts';
import { TEXT_OFFSET, writeProgram } from './write-program.ts';
import type { DynamicRelocation } from './write-program.ts';
import { writeStrictProgram } from './write-strict-program.ts';

/** Relocations that BPF compilers emit (ABI: Documentation/bpf/llvm_reloc.rst of Linux). */
const RELOCATION = { load64: 1, absolute64: 2, call: 10 } as const;
/** Size of a region in the machine's address space. */
const REGION = 2 ** 32;
/** sBPF v3 maps read-only data at 0, where no reference may point, so the first bytes stay unused. */
const NOTHING_AT_NULL = 16;
const LOCAL_CALL = 0x10;
/** A call that the loader resolves, followed by a return. */
const STUB = Buffer.from('85000000ffffffff9500000000000000', 'hex');

export interface LinkOptions {
  readonly version: SbpfVersion;
  readonly entry: string;
  /** System calls that the program may use; any other undefined symbol is refused. */
  readonly allowedSyscalls: readonly string[];
  /**
   * Compiler names of functions that have another name in the runtime. Each gets one stub, which all callers
   * use.
   */
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
  /** Only for v0, where code and data have the same layout in the program's address space as in the file. */
  readonly readonlyOffset: number;
  /**
   * Start addresses of code and read-only data in the running program. They are final, so that the loader has
   * nothing to relocate.
   */
  readonly addresses: Readonly<Record<Placed['segment'], number>>;
  /** Offsets of the aliases' stubs in the code. */
  readonly stubs: ReadonlyMap<string, number>;
}

/**
 * Links one relocatable BPF object into a shared object that Solana's loader accepts (v0), or into a program
 * that it loads without changes (v3).
 */
export function linkProgram(objectBytes: Uint8Array, options: LinkOptions): LinkedProgram {
  const object = parseElfObject(objectBytes);
  const aliases = options.aliases ?? {};
  const layout = layOut(object, aliases, options.version);
  const syscalls: string[] = [];
  const relocations: DynamicRelocation[] = [];
  for (const [alias, at] of layout.stubs) {
    relocations.push(...callSystem(layout, aliases[alias] ?? alias, at, options, syscalls));
  }
  for (const section of object.sections) {
    if (section.type !== SECTION_TYPE.rel && section.type !== SECTION_TYPE.rela) continue;
    const target = layout.placed.get(section.info);
    if (!target) continue; // Belongs to debug information or similar sections.
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
  const entryAddress = addressOf(layout, entry);
  const elf =
    options.version === 'v3'
      ? writeStrictProgram({ ...layout, entryAddress })
      : // The loader adds the region itself.
        writeProgram({
          ...layout,
          entryName: options.entry,
          entryAddress: entryAddress - REGION,
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

function layOut(object: ElfObject, aliases: Readonly<Record<string, string>>, version: SbpfVersion): Layout {
  const placed = new Map<number, Placed>();
  const size = { text: 0, readonly: version === 'v3' ? NOTHING_AT_NULL : 0 };
  for (const section of object.sections) {
    const segment = segmentOf(section);
    if (!segment) continue;
    const offset = alignTo(size[segment], segment === 'text' ? 8 : Math.max(section.align, 8));
    placed.set(section.index, { section, segment, offset });
    size[segment] = offset + section.size;
  }
  const used = object.symbols.filter((symbol) => symbol.section === 0 && Object.hasOwn(aliases, symbol.name));
  const stubs = new Map(used.map(({ name }, index) => [name, size.text + index * STUB.length]));
  const text = Buffer.alloc(size.text + stubs.size * STUB.length);
  for (const offset of stubs.values()) STUB.copy(text, offset);
  const readonly = Buffer.alloc(alignTo(size.readonly, 8));
  for (const part of placed.values())
    part.section.data.copy(part.segment === 'text' ? text : readonly, part.offset);
  const readonlyOffset = alignTo(TEXT_OFFSET + text.length, 16);
  const addresses =
    version === 'v3'
      ? { text: REGION, readonly: 0 }
      : { text: REGION + TEXT_OFFSET, readonly: REGION + readonlyOffset };
  return { placed, text, readonly, readonlyOffset, addresses, stubs };
}

function addressOf(layout: Layout, symbol: ElfSymbol): number {
  const part = layout.placed.get(symbol.section);
  if (symbol.section === 0 || !part) throw new LinkError(`undefined data symbol ${symbol.name}`);
  return layout.addresses[part.segment] + part.offset + symbol.value;
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
  if (type === RELOCATION.call && target.segment === 'text') return relocateCall(input, at, symbol);
  if (type === RELOCATION.load64 && target.segment === 'text') relocateLoad(layout, at, symbol);
  else if (type === RELOCATION.absolute64) relocatePointer(layout, target, at, symbol);
  else throw new LinkError(`unsupported relocation type ${type} in ${target.section.name}`);
  return [];
}

/** Relocates a 64-bit load of an address, whose upper half is in the second slot. */
function relocateLoad(layout: Layout, at: number, symbol: ElfSymbol): void {
  if (layout.placed.get(symbol.section)?.segment === 'text')
    throw new LinkError(`address of code: ${symbol.name}`);
  const addend = layout.text.readUInt32LE(at + 4);
  if (layout.text.readUInt32LE(at + 12) !== 0)
    throw new LinkError(`addend beyond 32 bits for ${symbol.name}`);
  const address = addressOf(layout, symbol) + addend;
  layout.text.writeUInt32LE(address % REGION, at + 4);
  layout.text.writeUInt32LE(Math.floor(address / REGION), at + 12);
}

/** Relocates a pointer inside read-only data. */
function relocatePointer(layout: Layout, target: Placed, at: number, symbol: ElfSymbol): void {
  if (target.segment !== 'readonly') throw new LinkError(`pointer inside code in ${target.section.name}`);
  if (layout.placed.get(symbol.section)?.segment === 'text')
    throw new LinkError(`address of code: ${symbol.name}`);
  const address = addressOf(layout, symbol) + Number(layout.readonly.readBigUInt64LE(at));
  layout.readonly.writeBigUInt64LE(BigInt(address), at);
}

function relocateCall(input: Relocation, at: number, symbol: ElfSymbol): DynamicRelocation[] {
  const { layout, options, syscalls, object } = input;
  const immediate = layout.text.readInt32LE(at + 4);
  if (symbol.section === 0) {
    if (immediate !== -1) throw new LinkError(`unexpected addend in a call of ${symbol.name}`);
    const stub = layout.stubs.get(symbol.name);
    if (stub !== undefined) return callLocal(layout, at, stub);
    layout.text.writeUInt8(0, at + 1);
    return callSystem(layout, symbol.name, at, options, syscalls);
  }
  const part = layout.placed.get(symbol.section);
  if (part?.segment !== 'text') {
    throw new LinkError(`call into ${sectionAt(object.sections, symbol.section).name}`);
  }
  const inSection = symbol.type === SYMBOL_TYPE_SECTION ? (immediate + 1) * 8 : symbol.value;
  return callLocal(layout, at, part.offset + inSection);
}

function callLocal(layout: Layout, at: number, target: number): [] {
  layout.text.writeInt32LE((target - at) / 8 - 1, at + 4);
  layout.text.writeUInt8(LOCAL_CALL, at + 1);
  return [];
}

/**
 * The v0 loader finds a system call by name, through one relocation for each call site. v3 calls it by
 * number.
 */
function callSystem(
  layout: Layout,
  name: string,
  at: number,
  options: LinkOptions,
  syscalls: string[],
): DynamicRelocation[] {
  if (!options.allowedSyscalls.includes(name)) throw new LinkError(`system call ${name} is not allowed`);
  if (!syscalls.includes(name)) syscalls.push(name);
  if (options.version === 'v3') {
    layout.text.writeUInt32LE(systemCallNumber(name), at + 4);
    return [];
  }
  return [{ offset: TEXT_OFFSET + at, type: RELOCATION.call, symbol: syscalls.indexOf(name) + 1 }];
}
