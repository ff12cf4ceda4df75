import { createHash, createPublicKey, randomBytes, sign } from 'node:crypto';
import { newP256Key } from '../src/platform/p256-key.ts';

/**
 * A software authenticator and its browser, for tests. It follows WebAuthn. Every override breaks one rule,
 * so that each check has a test that fails it.
 */
export interface SoftPasskeyOptions {
  readonly origin: string;
  /** Default: the host name of the origin. */
  readonly rpId?: string;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  /** Start of the signature counter; 0 for an authenticator without a counter (synced passkeys). */
  readonly counter?: number;
  readonly transports?: string[];
}

/**
 * Values that a test may change in a ceremony. All other values are those of an honest device and browser.
 */
export interface Overrides {
  readonly type?: string;
  readonly challenge?: Uint8Array | string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  /** The whole text of clientDataJSON. */
  readonly clientData?: string;
  readonly rpId?: string;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  readonly counter?: number;
  /** Appended to authenticatorData, with the extension flag set. */
  readonly extensions?: Uint8Array;
  /** Bits to flip in the flags byte. */
  readonly flipFlags?: number;
  readonly id?: string;
  readonly userHandle?: string;
  /** Signs with the key of another passkey. */
  readonly signer?: SoftPasskey;
  /** The other valid s of the same signature. */
  readonly signatureForm?: 'low-s' | 'high-s';
  readonly signature?: Uint8Array;
  /** For registration: the COSE key, the attestation format and its statement. */
  readonly coseKey?: Uint8Array;
  readonly attestation?: { format: string; statement: Cbor };
  readonly residentKey?: boolean;
}

export interface SoftAssertion {
  id: string;
  signature: string;
  authenticatorData: string;
  clientDataJSON: string;
}

interface Challenged {
  readonly challenge: string;
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export class SoftPasskey {
  readonly credentialId: string = randomBytes(24).toString('base64url');
  readonly origin: string;
  readonly rpId: string;
  readonly transports: string[];
  counter: number;
  backupEligible: boolean;
  backedUp: boolean;
  /** The user handle that the service sent at registration. */
  userHandle = '';
  readonly #privateKey = newP256Key();

  constructor(options: SoftPasskeyOptions) {
    this.origin = options.origin;
    this.rpId = options.rpId ?? new URL(options.origin).hostname;
    this.backupEligible = options.backupEligible ?? false;
    this.backedUp = options.backedUp ?? false;
    this.counter = options.counter ?? 0;
    this.transports = options.transports ?? ['internal'];
  }

  /** PKCS #8, for a browser's virtual authenticator. */
  get privateKey(): Buffer {
    return this.#privateKey.export({ format: 'der', type: 'pkcs8' });
  }

  /** SEC 1, compressed, 33 bytes. */
  get publicKey(): Buffer {
    const { x, y } = this.point;
    return Buffer.concat([Buffer.from([(y.at(-1)! & 1) === 0 ? 2 : 3]), x]);
  }

  get point(): { x: Buffer; y: Buffer } {
    const { x, y } = createPublicKey(this.#privateKey).export({ format: 'jwk' });
    return { x: Buffer.from(x!, 'base64url'), y: Buffer.from(y!, 'base64url') };
  }

  /**
   * Returns the result of `navigator.credentials.create` for creation options, in the format of `toJSON()`.
   */
  register(options: Challenged & { user: { id: string } }, overrides: Overrides = {}) {
    this.userHandle = options.user.id;
    const id = Buffer.from(overrides.id ?? this.credentialId, 'base64url');
    const attested = Buffer.concat([
      Buffer.alloc(16),
      uint16(id.length),
      id,
      overrides.coseKey ?? this.coseKey(),
    ]);
    const authData = this.#authenticatorData(
      { ...overrides, counter: overrides.counter ?? this.counter },
      attested,
    );
    const { format, statement } = overrides.attestation ?? { format: 'none', statement: new Map() };
    const attestationObject = encodeCbor(
      new Map<Cbor, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: overrides.residentKey ?? true } },
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, overrides).toString(
          'base64url',
        ),
        attestationObject: attestationObject.toString('base64url'),
        transports: this.transports,
      },
    };
  }

  /** Signs any challenge: bytes, base64url text, or the service's request options. */
  assert(challenge: Uint8Array | string | Challenged, overrides: Overrides = {}): SoftAssertion {
    if (overrides.counter === undefined && this.counter > 0) this.counter += 1;
    const text =
      typeof challenge === 'string'
        ? challenge
        : challenge instanceof Uint8Array
          ? Buffer.from(challenge).toString('base64url')
          : challenge.challenge;
    const clientData = this.#clientData('webauthn.get', text, overrides);
    const authenticatorData = this.#authenticatorData(
      { ...overrides, counter: overrides.counter ?? this.counter },
      Buffer.alloc(0),
    );
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    const signature = overrides.signature ?? (overrides.signer ?? this).sign(signed, overrides.signatureForm);
    return {
      id: overrides.id ?? this.credentialId,
      signature: Buffer.from(signature).toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
    };
  }

  /** Returns the result of `navigator.credentials.get` at sign-in, in the format of `toJSON()`. */
  login(options: Challenged, overrides: Overrides = {}) {
    const { id, ...response } = this.assert(options, overrides);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, userHandle: overrides.userHandle ?? this.userHandle },
    };
  }

  sign(data: Uint8Array, form?: 'low-s' | 'high-s'): Buffer {
    const raw = sign('sha256', data, { key: this.#privateKey, dsaEncoding: 'ieee-p1363' });
    const s = BigInt(`0x${raw.subarray(32).toString('hex')}`);
    const isHigh = s > order / 2n;
    const flip = (form === 'low-s' && isHigh) || (form === 'high-s' && !isHigh);
    return derOf(
      raw.subarray(0, 32),
      flip ? Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex') : raw.subarray(32),
    );
  }

  coseKey(changes: readonly (readonly [number, Cbor])[] = []): Buffer {
    const { x, y } = this.point;
    return encodeCbor(new Map<Cbor, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, x], [-3, y], ...changes]));
  }

  #clientData(type: string, challenge: string, overrides: Overrides): Buffer {
    if (overrides.clientData !== undefined) return Buffer.from(overrides.clientData);
    const bent =
      typeof overrides.challenge === 'string'
        ? overrides.challenge
        : overrides.challenge
          ? Buffer.from(overrides.challenge).toString('base64url')
          : challenge;
    return Buffer.from(
      JSON.stringify({
        type: overrides.type ?? type,
        challenge: bent,
        origin: overrides.origin ?? this.origin,
        crossOrigin: overrides.crossOrigin ?? false,
        ...(overrides.topOrigin === undefined ? {} : { topOrigin: overrides.topOrigin }),
      }),
    );
  }

  #authenticatorData(overrides: Overrides & { counter: number }, attested: Buffer): Buffer {
    const flags =
      (overrides.userPresent === false ? 0 : 0x01) |
      (overrides.userVerified === false ? 0 : 0x04) |
      ((overrides.backupEligible ?? this.backupEligible) ? 0x08 : 0) |
      ((overrides.backedUp ?? this.backedUp) ? 0x10 : 0) |
      (attested.length > 0 ? 0x40 : 0) |
      (overrides.extensions ? 0x80 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(overrides.counter);
    const rpIdHash = createHash('sha256')
      .update(overrides.rpId ?? this.rpId)
      .digest();
    return Buffer.concat([
      rpIdHash,
      Buffer.from([flags ^ (overrides.flipFlags ?? 0)]),
      counter,
      attested,
      overrides.extensions ?? Buffer.alloc(0),
    ]);
  }
}

export function createSoftPasskey(options: SoftPasskeyOptions): SoftPasskey {
  return new SoftPasskey(options);
}

export type Cbor = number | string | Uint8Array | Cbor[] | Map<Cbor, Cbor>;

/** The part of CBOR (RFC 8949) that WebAuthn needs. */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(encodeCbor)]);
  return Buffer.concat([
    cborHead(5, value.size),
    ...[...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)]),
  ]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

export function derOf(r: Uint8Array, s: Uint8Array): Buffer {
  const integer = (bytes: Uint8Array) => {
    let start = 0;
    while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
    const body = Buffer.from(bytes.subarray(start));
    const padded = body[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), body]) : body;
    return Buffer.concat([Buffer.from([0x02, padded.length]), padded]);
  };
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}
