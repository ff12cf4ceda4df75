// Requirements for the two signatures of a claim: the registrar's certificate and the passkey's consent.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AUTHORIZATION_TTL_SECONDS,
  CERTIFICATE_BYTES,
  brandPasskeyPoint,
  certificateInstruction,
  certificateMessage,
  rpIdHashFromRpId,
  sha256,
  toBytes32,
  utf8,
} from '@pid/protocol';
import type { Certificate, ProgramInstruction } from '@pid/protocol';
import { certificateOf, claim, readClaim, signAs } from './support/claims.ts';
import type { ClaimBend } from './support/claims.ts';
import { createPasskey } from './support/passkey.ts';
import { createUser, freshAddress } from './support/wallet.ts';
import type { User } from './support/wallet.ts';
import { SOL, createWorld, fund, now } from './support/world.ts';
import type { World } from './support/world.ts';

const OTHER = toBytes32(sha256(utf8('other')));
let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});

beforeEach(() => {
  user = createUser(world);
  fund(world.svm, user.wallet.vault, SOL);
});

async function refusal(bend: ClaimBend): Promise<string | null> {
  const { error } = await claim(world, user, bend);
  expect(readClaim(world, user)).toBeNull();
  return error;
}

/** Changes bytes of the certificate's instruction. */
function edited(edit: (data: Uint8Array, view: DataView) => void): ClaimBend {
  return {
    certificateInstruction: (instruction) => {
      const data = Uint8Array.from(instruction.data);
      edit(data, new DataView(data.buffer));
      return { ...instruction, data };
    },
  };
}

describe('a certificate', () => {
  it('must be signed by the registrar of the config', async () => {
    const relayer = { certifier: 'relayer', certifierAddress: world.relayer.address };
    expect(await refusal(relayer)).toBe('2:CertificateRegistrar');
    const stranger = { certifier: 'stranger', certifierAddress: freshAddress() };
    expect(await refusal(stranger)).toMatch(/^0:/);
    expect(await refusal({ certifier: 'relayer' })).toMatch(/^0:/);
  });

  it('must be for this cluster, program, account, passkey, relying party and time', async () => {
    const others: Partial<Certificate>[] = [
      { genesisHash: OTHER },
      { program: world.game },
      { accountId: OTHER },
      { authority: createPasskey().point },
      { rpIdHash: rpIdHashFromRpId('elsewhere.example') },
      { issuedAt: now(world) - 1n },
    ];
    for (const certificate of others) {
      expect(await refusal({ certificate })).toBe('2:CertificateMismatch');
    }
  });

  it('must not be another text of the registrar, even if all but one byte match', async () => {
    const message = certificateMessage(certificateOf(world, user, now(world)));
    message[0] = 0xfe;
    const bend = edited((data) => {
      data.set(signAs('registrar', message), 48);
      data.set(message, 112);
    });
    expect(await refusal(bend)).toBe('2:CertificateMismatch');
  });

  it('must not be dated in the future', async () => {
    expect(await refusal({ issuedAt: now(world) + 1n })).toBe('2:CertificateFromFuture');
    expect((await claim(world, user, { issuedAt: now(world) })).error).toBeNull();
  });

  it('must be two instructions before, with the passkey in between', async () => {
    const [last, two] = ['2:NoCertificate', '1:NoCertificate'];
    expect(await refusal({ arrange: ([, passkey, ours]) => [passkey!, ours!] })).toBe(two);
    expect(
      await refusal({ arrange: ([certificate, passkey, ours]) => [certificate!, ours!, passkey!] }),
    ).toBe('1:NoPasskeyInstruction');
    const swapped = ([certificate, passkey, ours]: ProgramInstruction[]) => [passkey!, certificate!, ours!];
    expect(await refusal({ arrange: swapped })).toBe('2:NoPasskeyInstruction');
    const twice = ([, passkey, ours]: ProgramInstruction[]) => [passkey!, passkey!, ours!];
    expect(await refusal({ arrange: twice })).toBe(last);
    const apart = ([certificate, passkey, ours]: ProgramInstruction[]) => [
      certificate!,
      passkey!,
      passkey!,
      ours!,
    ];
    expect(await refusal({ arrange: apart })).toBe('3:NoCertificate');
  });

  it('with the right bytes under another program is refused', async () => {
    const disguised = (instruction: ProgramInstruction) => ({
      ...instruction,
      programAddress: world.forwarder,
    });
    const result = await claim(world, user, { certificateInstruction: disguised });
    expect(result.ok).toBe(false);
    expect(readClaim(world, user)).toBeNull();
  });

  it('must carry exactly one signature', async () => {
    // Without a signature: the precompile accepts two bytes that state zero signatures, which prove nothing.
    expect(await refusal({ certificateInstruction: (ix) => ({ ...ix, data: Uint8Array.of(0, 0) }) })).toBe(
      '2:CertificateForm',
    );
    expect(await refusal(edited((data) => (data[0] = 0)))).toMatch(/^(0|2:CertificateForm)/);
    // With two signatures, of which the second is a stranger's over the bytes that the program would read.
    const two = (instruction: ProgramInstruction): ProgramInstruction => {
      const data = new Uint8Array(instruction.data.length + 14);
      data.set(instruction.data.subarray(0, 16));
      data.set(instruction.data.subarray(2, 16), 16);
      data.set(instruction.data.subarray(16), 30);
      const view = new DataView(data.buffer);
      data[0] = 2;
      for (const head of [2, 16]) {
        view.setUint16(head, 62, true);
        view.setUint16(head + 4, 30, true);
        view.setUint16(head + 8, 126, true);
      }
      return { ...instruction, data };
    };
    expect(await refusal({ certificateInstruction: two })).toBe('2:CertificateForm');
  });

  it('must not point into another instruction, and must have the exact length', async () => {
    // The precompile reads a real certificate elsewhere, while the program would read the thief's bytes.
    const thief = { ...user, passkey: createPasskey() };
    const issuedAt = now(world);
    const real = certificateOf(world, user, issuedAt);
    const genuine = certificateInstruction(
      world.registrar.address,
      signAs('registrar', certificateMessage(real)),
      real,
    );
    const forged = certificateMessage({ ...real, authority: thief.passkey.point });
    const pointing = (instruction: ProgramInstruction): ProgramInstruction => {
      const data = Uint8Array.from(genuine.data);
      data.set(forged, 112);
      const view = new DataView(data.buffer);
      for (const place of [4, 8, 14]) view.setUint16(place, 0, true);
      return { ...instruction, data };
    };
    const result = await claim(world, thief, {
      issuedAt,
      certificateInstruction: pointing,
      arrange: (all) => [genuine, ...all],
    });
    expect(result.error).toBe('3:CertificateForm');
    expect(readClaim(world, user)).toBeNull();
    for (const place of [4, 8, 14]) {
      const bend = edited((_, view) => view.setUint16(place, 0, true));
      expect(await refusal(bend)).toBe('2:CertificateForm');
    }
    const longer = (instruction: ProgramInstruction) => ({
      ...instruction,
      data: Uint8Array.of(...instruction.data, 0),
    });
    expect(await refusal({ certificateInstruction: longer })).toBe('2:CertificateForm');
    expect(CERTIFICATE_BYTES).toBe(186);
  });
});

describe('the passkey of a claim', () => {
  it('must sign this claim: an activation, another time, another account or another key is refused', async () => {
    const activation = {
      signedIntent: () => ({
        action: 'activate' as const,
        authority: user.passkey.point,
        rpIdHash: world.configArguments.rpIdHash,
        feePolicyVersion: 1,
      }),
    };
    expect(await refusal(activation)).toBe('2:ClientDataMismatch');
    expect(await refusal({ signedScope: { accountId: OTHER } })).toBe('2:ClientDataMismatch');
    expect(await refusal({ signedScope: { nonce: 1n } })).toBe('2:ClientDataMismatch');
    expect(await refusal({ signedScope: { genesisHash: OTHER } })).toBe('2:ClientDataMismatch');
    expect(await refusal({ expiry: now(world) - 1n })).toBe('2:ExpiryPassed');
    expect(await refusal({ expiry: now(world) + AUTHORIZATION_TTL_SECONDS + 1n })).toBe('2:ExpiryTooFar');
    const other = createPasskey();
    expect(await refusal({ point: other.point })).toMatch(/^1:/);
    const bad = brandPasskeyPoint(Uint8Array.from(user.passkey.point).fill(4, 0, 1));
    expect(await refusal({ instruction: (ix) => ({ ...ix, data: withAuthority(ix.data, bad) }) })).toBe(
      '2:BadPasskey',
    );
    expect(
      await refusal({ instruction: (ix) => ({ ...ix, data: withAuthority(ix.data, other.point) }) }),
    ).toBe('2:WrongPasskey');
  });
});

function withAuthority(data: Uint8Array, point: Uint8Array) {
  const changed = Uint8Array.from(data);
  changed.set(point, 33);
  return changed;
}
