import { createHash } from 'node:crypto';

/** Bytes before the program in a ProgramData account of the upgradeable loader. */
export const programDataHeadBytes = 45;

/**
 * The length of the ELF file at the beginning of `bytes`. A ProgramData account may be longer than the program in it; what
 * follows is padding and not part of the program's hash.
 */
function elfLength(bytes: Uint8Array): number {
  if (bytes.length < 64 || Buffer.compare(bytes.subarray(0, 4), elfMagic) !== 0) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = [
    {
      offset: Number(view.getBigUint64(32, true)),
      entry: view.getUint16(54, true),
      count: view.getUint16(56, true),
    },
    {
      offset: Number(view.getBigUint64(40, true)),
      entry: view.getUint16(58, true),
      count: view.getUint16(60, true),
    },
  ] as const;
  const ends = tables.map(({ offset, entry, count }) => offset + entry * count);
  const [segments, sections] = tables;
  const contents = [...pieces(view, segments, 8, 32), ...pieces(view, sections, 24, 32)];
  return Math.min(bytes.length, Math.max(64, ...ends, ...contents));
}

const elfMagic = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const sectionWithoutBytes = 8;

function pieces(
  view: DataView,
  table: { offset: number; entry: number; count: number },
  offsetAt: number,
  sizeAt: number,
): number[] {
  return Array.from({ length: table.count }, (_, index) => table.offset + index * table.entry)
    .filter((at) => at + table.entry <= view.byteLength && at + sizeAt + 8 <= view.byteLength)
    .filter((at) => table.entry !== 64 || view.getUint32(at + 4, true) !== sectionWithoutBytes)
    .map((at) => Number(view.getBigUint64(at + offsetAt, true) + view.getBigUint64(at + sizeAt, true)));
}

/** sha256 of the program alone, in hexadecimal: equal to the sha256 of the `.so` file that was deployed. */
export function programHash(elf: Uint8Array): string {
  return createHash('sha256')
    .update(elf.subarray(0, elfLength(elf)))
    .digest('hex');
}
