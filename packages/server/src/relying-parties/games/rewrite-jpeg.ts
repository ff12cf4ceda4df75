const widthMin = 320;
const widthMax = 640;
/** A progressive picture has about ten scans; each costs the browser a pass over the whole picture. */
const scansMax = 16;
const segmentsMax = 100;

/** Marker codes (ITU T.81, table B.1). */
const marker = { frame: [0xc0, 0xc2], tables: [0xdb, 0xc4, 0xdd], scan: 0xda, end: 0xd9 } as const;

/**
 * Reads a JPEG cover of 16 by 9, 320 to 640 pixels wide, and writes it again without metadata: comments and
 * application segments (place, camera, thumbnails, colour profiles) are lost. Returns null for anything else:
 * other formats and sizes, unusual codings, incomplete files, or bytes after the end. The scans are copied, not
 * decoded.
 */
export function rewriteJpeg(file: Uint8Array): Buffer | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  const kept = [bytes.subarray(0, 2)];
  let frames = 0;
  let scans = 0;
  for (let at = 2, segments = 0; segments < segmentsMax; segments += 1) {
    if (at + 2 > bytes.length || bytes[at] !== 0xff) return null;
    const code = bytes[at + 1]!;
    if (code === marker.end) {
      const isWhole = at + 2 === bytes.length && frames === 1 && scans > 0;
      return isWhole ? Buffer.concat([...kept, bytes.subarray(at)]) : null;
    }
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    at = end;
    if (isMetadata(code)) continue;
    if (marker.frame.some((known) => known === code)) {
      frames += 1;
      if (frames > 1 || !isCoverFrame(segment)) return null;
    } else if (code === marker.scan) {
      scans += 1;
      if (frames === 0 || scans > scansMax) return null;
      at = endOfScan(bytes, end);
      kept.push(segment, bytes.subarray(end, at));
      continue;
    } else if (!marker.tables.some((known) => known === code)) return null;
    kept.push(segment);
  }
  return null;
}

const isMetadata = (code: number) => (code >= 0xe0 && code <= 0xef) || code === 0xfe;

/** Eight bits per sample, grey or colour, 16 by 9. */
function isCoverFrame(segment: Buffer): boolean {
  if (segment.length < 10) return false;
  const [height, width, components] = [segment.readUInt16BE(5), segment.readUInt16BE(7), segment[9]!];
  return (
    segment[4] === 8 &&
    (components === 1 || components === 3) &&
    segment.length === 10 + 3 * components &&
    width >= widthMin &&
    width <= widthMax &&
    width * 9 === height * 16
  );
}

/** The position of the next marker that is neither a stuffed byte nor a restart (ITU T.81, B.1.1.5). */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1]!;
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
