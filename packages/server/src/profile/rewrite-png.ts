import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const sideMin = 16;
const sideMax = 256;
const chunksMax = 64;
/**
 * The fastest level, because the uploader chooses the picture: for 256 x 256 pixels of 1-bit noise, level 9
 * takes 400 times as long.
 */
const compressionLevel = 1;
/** Each output chunk is a round trip to the thread pool; this is about the size of the largest result. */
const outputChunkBytes = 65_536;
/** By PNG colour type: RGB, and RGB with alpha. */
const bytesPerPixel = new Map([
  [2, 3],
  [6, 4],
]);

/**
 * Reads a square picture of 16 to 256 pixels per side and writes it again with its pixels only. Camera
 * metadata and a second file after the first are lost. Returns null for anything else: other formats,
 * animations, palettes, bytes after the end, a wrong checksum, or data that unpacks to a different size than
 * its header says (PNG, ISO/IEC 15948, §5 and §10). Compression runs in the thread pool of libuv and does not
 * block the event loop.
 */
export async function rewritePng(file: Uint8Array): Promise<Buffer | null> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const chunks = readChunks(bytes);
  const head = chunks?.[0];
  if (!chunks || head?.type !== 'IHDR' || head.data.length !== 13) return null;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const pixelBytes = bytesPerPixel.get(head.data[9]!);
  if (width !== height || width < sideMin || width > sideMax || pixelBytes === undefined) return null;
  // Eight bits per channel, the only compression and filter method, not interlaced.
  if (head.data[8] !== 8 || head.data[10] !== 0 || head.data[11] !== 0 || head.data[12] !== 0) return null;
  const lineBytes = 1 + width * pixelBytes;
  const lines = await unpack(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
    lineBytes * height,
  );
  if (!lines) return null;
  for (let line = 0; line < lines.length; line += lineBytes) if (lines[line]! > 4) return null;
  return Buffer.concat([
    signature,
    chunk('IHDR', head.data),
    chunk('IDAT', await promisify(deflate)(lines, { level: compressionLevel, chunkSize: outputChunkBytes })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Null unless the file consists of complete chunks from its first byte to its last, ending with `IEND`. */
function readChunks(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, 8).equals(signature)) return null;
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length && chunks.length < chunksMax;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    at = end + 4;
    if (type === 'IEND') return at === bytes.length ? chunks : null;
  }
  return null;
}

/** Never unpacks more than expected: a few bytes can unpack to gigabytes. */
async function unpack(packed: Buffer, expected: number): Promise<Buffer | null> {
  try {
    const options = { maxOutputLength: expected, chunkSize: outputChunkBytes, info: true };
    const { buffer, engine } = (await promisify(inflate)(packed, options)) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return buffer.length === expected && engine.bytesWritten === packed.length ? buffer : null;
  } catch {
    return null;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
