import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { newP256Key } from '../platform/p256-key.ts';
import type { Assertion, Reply } from '@pid/contract';
import { randomIds } from '../platform/ids.ts';

/** A stored passkey of a test player, so that later commands can sign with it. */
export interface KeptPasskey {
  readonly credentialId: string;
  readonly privateKey: string;
}

type PrivateJwk = NonNullable<Reply<'createSandboxPlayer'>['passkey']>['privateKey'];

/**
 * A passkey without a device, for test players only: a program holds its key, and it signs without asking.
 */
export class DevPasskey {
  readonly credentialId: string;
  readonly #key: KeyObject;
  readonly #origin: string;

  constructor(origin: string, kept?: KeptPasskey) {
    this.#origin = origin;
    this.credentialId = kept?.credentialId ?? randomIds.bytes(24).toString('base64url');
    this.#key = kept
      ? createPrivateKey({ key: Buffer.from(kept.privateKey, 'base64url'), format: 'der', type: 'pkcs8' })
      : newP256Key();
  }

  get kept(): KeptPasskey {
    const der = this.#key.export({ format: 'der', type: 'pkcs8' });
    return { credentialId: this.credentialId, privateKey: der.toString('base64url') };
  }

  /** The private key (RFC 7517). */
  get jwk(): PrivateJwk {
    const { x = '', y = '', d = '' } = this.#key.export({ format: 'jwk' });
    return { kty: 'EC', crv: 'P-256', x, y, d };
  }

  /** SEC 1 compressed point. */
  get publicKey(): Uint8Array {
    const { x, y } = this.#point();
    return Buffer.concat([Buffer.from([2 + (y.at(-1)! & 1)]), x]);
  }

  /** Returns the result of `navigator.credentials.create` without attestation (WebAuthn, section 6.5). */
  register({ challenge }: { readonly challenge: string }) {
    const id = Buffer.from(this.credentialId, 'base64url');
    const { x, y } = this.#point();
    const head = (major: number, value: number) =>
      value < 24 ? Buffer.from([(major << 5) | value]) : Buffer.from([(major << 5) | 24, value]);
    const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);
    const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
    // COSE_Key (RFC 9053): EC2, ES256, P-256, x, y.
    const coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(x),
      Buffer.from([0x22]),
      bytes(y),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
    const attestationObject = Buffer.concat([
      head(5, 3),
      text('fmt'),
      text('none'),
      text('attStmt'),
      head(5, 0),
      text('authData'),
      bytes(this.#authenticatorData(0x40, attested)),
    ]);
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  assert(challenge: string): Assertion {
    const clientData = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#authenticatorData(0, Buffer.alloc(0));
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      id: this.credentialId,
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
    };
  }

  #point(): { x: Buffer; y: Buffer } {
    const { x = '', y = '' } = this.#key.export({ format: 'jwk' });
    return { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  /** Flags: user present and verified, and backed up like a synced passkey. The counter stays 0. */
  #authenticatorData(flags: number, attested: Uint8Array): Buffer {
    const rpIdHash = createHash('sha256').update(new URL(this.#origin).hostname).digest();
    return Buffer.concat([rpIdHash, Buffer.from([0x1d | flags]), Buffer.alloc(4), attested]);
  }
}
