import { base64 } from '@scure/base';
import { sha256 } from '#sha256';
import { isSigned } from './ed25519.ts';
import { bigintToBytes, concatBytes, equalBytes, toHex, utf8, type Bytes } from '../bytes.ts';

// Formats of c2sp.org: signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof.

/** The state of a log: its name, the number of its entries and the root over them. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** The key of the log, while a replaced one signs beside it: so the key before confirms the new one. */
  readonly newKey?: string | undefined;
}

export interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

/** A public key and the name under which it signs. */
export interface NoteKey {
  readonly name: string;
  readonly publicKey: Uint8Array;
  /** 1: signs notes (a log). 4: co-signs checkpoints (a witness). */
  readonly type: 1 | 4;
}

const DASH = '\u2014';

export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}

/** Throws unless the text is canonical base64. */
export function fromBase64(text: string): Bytes {
  return new Uint8Array(base64.decode(text));
}

/** A line after the root is an extension of tlog-checkpoint, which other verifiers skip. */
const KEY_LINE = 'key ';

export function checkpointBody({ origin, size, root, newKey }: Checkpoint): string {
  const extension = newKey === undefined ? '' : `${KEY_LINE}${newKey}\n`;
  return `${origin}\n${size}\n${toBase64(root)}\n${extension}`;
}

export function keyId({ name, publicKey, type }: NoteKey): Bytes {
  return sha256(utf8(`${name}\n`), Uint8Array.of(type), publicKey).slice(0, 4);
}

export function signatureLine(key: NoteKey, signature: Uint8Array): string {
  return `${DASH} ${key.name} ${toBase64(concatBytes(keyId(key), signature))}\n`;
}

/** The text of a key by which others verify: `<name>+<key id>+<type and key>`. */
export function encodeKey(key: NoteKey): string {
  return `${key.name}+${toHex(keyId(key))}+${toBase64(concatBytes(Uint8Array.of(key.type), key.publicKey))}`;
}

/** Throws if the text is not a key. */
export function decodeKey(text: string): NoteKey {
  const [, name, id, material] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) ?? [];
  const bytes = fromBase64(material ?? '');
  const type = bytes[0];
  if (!name || bytes.length !== 33 || (type !== 1 && type !== 4)) throw new Error('not a key of a log');
  const key: NoteKey = { name, publicKey: bytes.slice(1), type };
  if (toHex(keyId(key)) !== id) throw new Error('the key does not fit its id');
  return key;
}

export interface SignedCheckpoint extends Checkpoint {
  /** The signed text. */
  readonly body: string;
  readonly signatures: readonly NoteSignature[];
}

/** Throws if the text is not a checkpoint. Verifies no signature. */
export function readCheckpoint(note: string): SignedCheckpoint {
  const end = note.indexOf('\n\n');
  const body = note.slice(0, end + 1);
  const [origin, size, root, ...more] = body.split('\n');
  if (end < 0 || !origin || !/^(?:0|[1-9]\d{0,15})$/.test(size ?? '') || !root)
    throw new Error('not a checkpoint');
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, text] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = fromBase64(text ?? '');
      if (!name || bytes.length < 5) throw new Error('not a signature of a note');
      return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
    });
  const hash = fromBase64(root);
  if (hash.length !== 32) throw new Error('not a checkpoint');
  const newKey = more.find((line) => line.startsWith(KEY_LINE))?.slice(KEY_LINE.length);
  return { origin, size: Number(size), root: hash, newKey, body, signatures };
}

/** The checkpoint of a note that the key has signed; null if it has not, or if the origin is another one. */
export function openCheckpoint(note: string, key: NoteKey): SignedCheckpoint | null {
  const checkpoint = readCheckpoint(note);
  const id = keyId(key);
  const hasSigned = checkpoint.signatures.some(
    (each) =>
      each.name === key.name &&
      equalBytes(each.keyId, id) &&
      isSigned(each.signature, utf8(checkpoint.body), key.publicKey),
  );
  // The key of a log has the log's name, so one log cannot pass for another.
  return hasSigned && checkpoint.origin === key.name ? checkpoint : null;
}

/** The text that a witness signs. */
export function cosignedText(body: string, atSeconds: number): Bytes {
  return utf8(`cosignature/v1\ntime ${atSeconds}\n${body}`);
}

export function cosignatureLine(key: NoteKey, atSeconds: number, signature: Uint8Array): string {
  return signatureLine(key, concatBytes(bigintToBytes(BigInt(atSeconds), 8), signature));
}

export interface TlogProof {
  /** Data without meaning for the proof, such as what the entry commits to. */
  readonly extra?: Uint8Array;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  readonly checkpoint: string;
}

export function tlogProof({ extra, index, path, checkpoint }: TlogProof): string {
  return [
    'c2sp.org/tlog-proof@v1',
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...path.map((hash) => toBase64(hash)),
    '',
    checkpoint,
  ].join('\n');
}
