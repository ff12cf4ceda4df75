const segment = (code: number, data: Buffer) => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

export interface CoverParts {
  readonly width?: number;
  readonly height?: number;
  readonly components?: number;
  readonly precision?: number;
  readonly frameCode?: number;
  readonly frames?: number;
  readonly scans?: number;
  readonly metadata?: readonly Buffer[];
  readonly pixels?: Buffer;
}

/** A comment and the segment of a camera, both of which must not be published. */
export const metadata = (mark: string) => [
  segment(0xe1, Buffer.from(`Exif\0\0${mark}`)),
  segment(0xfe, Buffer.from(mark)),
];

/** A file with the structure of a JPEG picture. Its scan is not a real picture. */
export function coverFile({
  width = 320,
  height = (width * 9) / 16,
  components = 3,
  precision = 8,
  frameCode = 0xc0,
  frames = 1,
  scans = 1,
  metadata: extra = [],
  pixels = Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]),
}: CoverParts = {}): Buffer {
  const frame = Buffer.alloc(6 + 3 * components);
  frame[0] = precision;
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  frame[5] = components;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...extra,
    segment(0xdb, Buffer.alloc(65)),
    ...Array.from({ length: frames }, () => segment(frameCode, frame)),
    segment(0xc4, Buffer.alloc(20)),
    ...Array.from({ length: scans }, () => Buffer.concat([segment(0xda, Buffer.alloc(10)), pixels])),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export const coverImage = (parts: CoverParts = {}) => coverFile(parts).toString('base64url');
