import { LinkError } from './elf-object.ts';

const LOAD_DOUBLE_WORD = 0x18;
const CALL_REGISTER = 0x8d;
const FRAME_REGISTER = 10;

// Opcodes with the same meaning in eBPF (cpu v2) and in sBPF v0. All others are refused: 32-bit arithmetic
// sign-extends on sBPF, and 32-bit jumps, atomics, signed division and moves with extension do not exist
// there.
const ALLOWED = new Set([
  LOAD_DOUBLE_WORD,
  0x61,
  0x69,
  0x71,
  0x79,
  0x62,
  0x6a,
  0x72,
  0x7a,
  0x63,
  0x6b,
  0x73,
  0x7b,
  0xd4,
  0xdc,
  0x87,
  0x85,
  0x95,
  0x05,
  ...[0, 1, 2, 3, 4, 5, 6, 7, 9, 0xa, 0xb, 0xc].flatMap((operation) => [
    (operation << 4) | 7,
    (operation << 4) | 0xf,
  ]),
  ...[1, 2, 3, 4, 5, 6, 7, 0xa, 0xb, 0xc, 0xd].flatMap((operation) => [
    (operation << 4) | 5,
    (operation << 4) | 0xd,
  ]),
]);

/** Refuses code that the loader would reject or, worse, run with another meaning. */
export function checkInstructions(text: Buffer): void {
  for (let offset = 0; offset < text.length; offset += 8) {
    const opcode = text.readUInt8(offset);
    const registers = text.readUInt8(offset + 1);
    const target = registers & 15;
    const kind = opcode & 7;
    const where = `instruction ${offset / 8} (opcode 0x${opcode.toString(16)})`;
    if (opcode === CALL_REGISTER) throw new LinkError(`call through a register at ${where}`);
    if (!ALLOWED.has(opcode)) throw new LinkError(`unsupported opcode at ${where}`);
    const isArithmetic = kind === 7 || kind === 4;
    if (isArithmetic && text.readInt16LE(offset + 2) !== 0) throw new LinkError(`form of cpu v4 at ${where}`);
    if (target > FRAME_REGISTER || registers >> 4 > FRAME_REGISTER)
      throw new LinkError(`bad register at ${where}`);
    const isStoreOrJump = kind === 2 || kind === 3 || kind === 5;
    if (target === FRAME_REGISTER && !isStoreOrJump)
      throw new LinkError(`write to the frame pointer at ${where}`);
    if (opcode === LOAD_DOUBLE_WORD) offset += 8;
  }
}
