import { beforeAll, describe, expect, it } from 'vitest';
import {
  SECP256R1_PROGRAM,
  concatBytes,
  fromHex,
  isLowS,
  signerAccount,
  toAddress,
  toHex,
  utf8,
} from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import { createPasskey } from './support/passkey.ts';
import type { AssertionQuirks } from './support/passkey.ts';
import { createActiveUser, exitSol, readUser, rotate, withAccount, withdrawSol } from './support/wallet.ts';
import type { Bend, User } from './support/wallet.ts';
import { createWorld, now, setTime } from './support/world.ts';
import type { World } from './support/world.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
let world: World;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  user = await createActiveUser(world);
});

/** Also checks that a refusal does not change the nonce. */
async function refusal(bend: Bend): Promise<string | null> {
  const before = readUser(world, user).nonce;
  const { error } = await withdrawSol(world, user, bend);
  expect(readUser(world, user).nonce).toBe(before);
  return error;
}

function editData(edit: (data: Uint8Array, view: DataView) => void) {
  return (instruction: ProgramInstruction): ProgramInstruction => {
    const data = Uint8Array.from(instruction.data);
    edit(data, new DataView(data.buffer));
    return { ...instruction, data };
  };
}

describe('the precompile', () => {
  it('must be the instruction right before', async () => {
    expect(await refusal({ arrange: ([, wallet]) => [wallet!] })).toBe('0:NoPasskeyInstruction');
    const moved = await refusal({
      arrange: ([precompile, wallet]) => [precompile!, computeLimit(), wallet!],
    });
    expect(moved).toBe('2:NoPasskeyInstruction');
    expect(await refusal({ arrange: ([precompile, wallet]) => [wallet!, precompile!] })).toBe(
      '0:NoPasskeyInstruction',
    );
  });

  it('with an account, which moves its program id in the sysvar, is refused', async () => {
    const precompile = (ix: ProgramInstruction) => ({
      ...ix,
      accounts: [signerAccount(world.relayer.address)],
    });
    expect(await refusal({ precompile })).toBe('1:NoPasskeyInstruction');
  });

  it('must verify exactly one signature', async () => {
    const none = () => ({ programAddress: SECP256R1_PROGRAM, accounts: [], data: Uint8Array.of(0, 0) });
    expect(await refusal({ precompile: none })).toBe('0:Custom(4)');
    const two = (ix: ProgramInstruction) => {
      // Both sets of offsets point to the same valid signature.
      const shift = 14;
      const head = Uint8Array.from(ix.data.subarray(0, 16));
      const view = new DataView(head.buffer);
      for (const field of [2, 6, 10]) view.setUint16(field, view.getUint16(field, true) + shift, true);
      head[0] = 2;
      return { ...ix, data: concatBytes(head, head.subarray(2), ix.data.subarray(16)) };
    };
    expect(await refusal({ precompile: two })).toBe('1:PasskeySignatureCount');
  });

  it('must read key, signature and message from its own data in the fixed layout', async () => {
    // An explicit index 0 refers to the same bytes and is refused too.
    for (const field of [4, 8, 14]) {
      const precompile = editData((_, view) => view.setUint16(field, 0, true));
      expect(await refusal({ precompile })).toBe('1:PasskeyOffsets');
    }
  });

  it('cannot verify a signature in another instruction while its own data shows another key', async () => {
    const thief = createPasskey();
    const bend = {
      passkey: thief,
      arrange: ([precompile, wallet]: ProgramInstruction[]) => {
        // The second instruction verifies the thief's signature, which is in the first one, but contains the
        // owner's key.
        const data = Uint8Array.from(precompile!.data);
        const view = new DataView(data.buffer);
        for (const field of [4, 8, 14]) view.setUint16(field, 0, true);
        data.set(user.passkey.point, 16);
        return [precompile!, { ...precompile!, data }, wallet!];
      },
    };
    expect(await refusal(bend)).toBe('2:PasskeyOffsets');
  });

  it('must have exactly the expected length', async () => {
    const longer = (ix: ProgramInstruction) => ({ ...ix, data: concatBytes(ix.data, Uint8Array.of(0)) });
    expect(await refusal({ precompile: longer })).toBe('1:PasskeyLength');
  });

  it('itself refuses a high s, a flipped bit and another message', async () => {
    const highS = editData((data) => {
      const s = BigInt(`0x${toHex(data.subarray(81, 113))}`);
      data.set(fromHex((ORDER - s).toString(16).padStart(64, '0')), 81);
      expect(isLowS(data.subarray(49, 113))).toBe(false);
    });
    expect(await refusal({ precompile: highS })).toBe('0:Custom(2)');
    expect(await refusal({ precompile: editData((data) => (data[60] = (data[60] ?? 0) ^ 1)) })).toBe(
      '0:Custom(2)',
    );
    expect(await refusal({ precompile: editData((data) => (data[150] = (data[150] ?? 0) ^ 1)) })).toBe(
      '0:Custom(2)',
    );
  });

  it('with another key is refused, even over the right request', async () => {
    expect(await refusal({ passkey: createPasskey() })).toBe('1:WrongPasskey');
  });
});

describe('the instructions sysvar', () => {
  it('cannot be replaced by another account', async () => {
    const fake = world.sponsor.address;
    expect(await refusal({ instruction: withAccount(6, fake) })).toBe('1:BadInstructionsSysvar');
    expect(await refusal({ instruction: withAccount(6, world.config) })).toBe('1:BadInstructionsSysvar');
  });
});

describe('clientDataJSON', () => {
  const cases: [string, AssertionQuirks, string][] = [
    ['of a registration', { type: 'webauthn.create' }, '1:ClientDataTail'],
    ['of a payment', { type: 'payment.get' }, '1:ClientDataTail'],
    ['of another origin of the same length', { origin: 'https://id.pie.example' }, '1:ClientDataMismatch'],
    ['of another scheme', { origin: 'http://id.pid.example' }, '1:ClientDataTail'],
    ['with other key order', { clientData: reorder }, '1:ClientDataMismatch'],
    [
      'with the challenge under another key',
      { clientData: (json) => json.replace('"challenge"', '"chaIIenge"') },
      '1:ClientDataMismatch',
    ],
    [
      'with a foreign challenge first',
      { clientData: (json) => json.replace('"challenge":"', '"challenge":"AAAA","challenge":"') },
      '1:ClientDataTail',
    ],
    [
      'with escaped characters',
      { clientData: (json) => json.replace('webauthn', '\\u0077ebauthn') },
      '1:ClientDataTail',
    ],
    ['with spaces', { clientData: (json) => json.replaceAll(':"', ': "') }, '1:ClientDataTail'],
    ['from a cross-origin frame', { clientData: (json) => json.replace('false', 'true') }, '1:CrossOrigin'],
    [
      'with a cross-origin mark further on',
      { clientData: (json) => json.replace('"crossOrigin":false', '"x":1,"crossOrigin":true') },
      '1:CrossOrigin',
    ],
    [
      'whose origin goes on',
      { clientData: (json) => json.replace('.example"', '.example.evil"') },
      '1:ClientDataTail',
    ],
  ];
  it.each(cases)('%s is refused', async (_, quirks, error) => {
    expect(await refusal({ quirks })).toBe(error);
  });

  it('without a tail, or with bytes added to it, is refused', async () => {
    expect(await refusal({ tail: () => new Uint8Array(0) })).toBe('1:ClientDataTail');
    expect(await refusal({ tail: (tail) => concatBytes(tail, utf8(' ')) })).toBe('1:ClientDataMismatch');
    expect(await refusal({ tail: (tail) => tail.slice(1) })).toBe('1:ClientDataTail');
  });

  it('is accepted in the forms that Chromium and Safari write', async () => {
    const chromium = (json: string) =>
      json.replace(
        '}',
        ',"other_keys_can_be_added_here":"do not compare clientDataJSON against a template. See https://goo.gl/yabPex"}',
      );
    expect((await withdrawSol(world, user, { quirks: { clientData: chromium } })).error).toBeNull();
    const safari = (json: string) => json.replace(',"crossOrigin":false', '');
    expect((await withdrawSol(world, user, { quirks: { clientData: safari } })).error).toBeNull();
  });
});

describe('authenticatorData', () => {
  it.each<[string, AssertionQuirks, string]>([
    ['of another relying party', { rpId: 'evil.example' }, '1:RpIdHashMismatch'],
    ['without user presence', { flags: 0x04 }, '1:UserNotPresent'],
    ['without user verification', { flags: 0x01 }, '1:UserNotVerified'],
    ['that claims extensions', { flags: 0x85 }, '1:AuthenticatorExtensions'],
    ['that claims attested data', { flags: 0x45 }, '1:AuthenticatorExtensions'],
    ['with extension data', { flags: 0x85, extensions: Uint8Array.of(0xa0) }, '1:PasskeyLength'],
    ['with extra bytes', { extensions: Uint8Array.of(0) }, '1:PasskeyLength'],
  ])('%s is refused', async (_, quirks, error) => {
    expect(await refusal({ quirks })).toBe(error);
  });

  it('with backup flags and a counter is accepted', async () => {
    expect((await withdrawSol(world, user, { quirks: { flags: 0x1d, counter: 77 } })).error).toBeNull();
  });
});

describe('expiry and nonce', () => {
  it('an expiry from now to now + 600 seconds is accepted', async () => {
    expect(await refusal({ expiry: now(world) - 1n })).toBe('1:ExpiryPassed');
    expect(await refusal({ expiry: now(world) + 601n })).toBe('1:ExpiryTooFar');
    expect((await withdrawSol(world, user, { expiry: now(world) })).error).toBeNull();
    expect((await withdrawSol(world, user, { expiry: now(world) + 600n })).error).toBeNull();
  });

  it('an authorization is refused one second after its expiry', async () => {
    const expiry = now(world) + 5n;
    setTime(world.svm, expiry + 1n);
    expect(await refusal({ expiry })).toBe('1:ExpiryPassed');
  });

  it('an earlier or later nonce is refused, and so is a signature over one', async () => {
    const { nonce } = readUser(world, user);
    expect(await refusal({ nonce: nonce - 1n })).toBe('1:WrongNonce');
    expect(await refusal({ nonce: nonce + 1n })).toBe('1:WrongNonce');
    expect(await refusal({ signedScope: { nonce: nonce + 1n } })).toBe('1:ClientDataMismatch');
  });
});

describe('a signature', () => {
  it('over another cluster, program, account, vault or expiry is refused', async () => {
    const other = await createActiveUser(world);
    const scopes = [
      { genesisHash: other.wallet.accountId },
      { program: world.game },
      { accountId: other.wallet.accountId },
      { vault: other.wallet.vault },
      { expiry: now(world) + 61n },
    ];
    for (const signedScope of scopes) expect(await refusal({ signedScope })).toBe('1:ClientDataMismatch');
  });

  it('over another action is refused', async () => {
    const asExit = await exitSol(world, user, {
      signedIntent: (intent) =>
        intent.action === 'exit' ? { ...intent, action: 'withdraw', feePolicyVersion: 1 } : intent,
    });
    expect(asExit.error).toBe('1:ClientDataMismatch');
    const next = createPasskey().point;
    const asRotation = await rotate(world, user, next, {
      signedIntent: () => ({
        action: 'activate',
        authority: next,
        rpIdHash: world.configArguments.rpIdHash,
        feePolicyVersion: 1,
      }),
    });
    expect(asRotation.error).toBe('1:ClientDataMismatch');
  });
});

function reorder(json: string): string {
  return json.replace(/("type":"[^"]*"),("challenge":"[^"]*")/, '$2,$1');
}

function computeLimit(): ProgramInstruction {
  const programAddress = toAddress('ComputeBudget111111111111111111111111111111');
  return { programAddress, accounts: [], data: fromHex('02400d0300') };
}
