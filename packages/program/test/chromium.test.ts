import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  accountIdFromPid,
  activateInstruction,
  clientDataTail,
  decodeAccount,
  deriveWallet,
  exitSolInstruction,
  fromBase64Url,
  fromHex,
  passkeyInstruction,
  rotateInstruction,
  rpIdHashFromRpId,
  toBytes32,
  toPasskeyPoint,
  withdrawSolInstruction,
} from '@pid/protocol';
import type { Address, ProgramInstruction } from '@pid/protocol';
import { SOL, balance, createWorld, fund, send } from './support/world.ts';

type Step = 'activate' | 'withdrawSol' | 'rotate' | 'exitSol';

interface Captured extends Record<
  Step,
  Readonly<Record<'nonce' | 'challenge' | 'clientDataJSON' | 'authenticatorData' | 'signature', string>>
> {
  readonly scope: Readonly<Record<'pid' | 'origin' | 'rpId' | 'amount' | 'expiry', string>> &
    Readonly<Record<'program' | 'destination', Address>>;
  readonly authority: { readonly point: string; readonly nextPoint: string };
}

function readCaptured(): Captured {
  const file = new URL('../../protocol/vectors/chromium.json', import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test fails where the file has another shape
  return JSON.parse(readFileSync(file, 'utf8')) as Captured;
}

it('assertions that a real Chromium made are accepted on chain, its longest clientDataJSON included', async () => {
  const captured = readCaptured();
  const { scope } = captured;
  const newRpIdHash = rpIdHashFromRpId(scope.rpId);
  const world = await createWorld({ config: { origin: scope.origin, rpIdHash: newRpIdHash } });
  const wallet = deriveWallet(world.program, accountIdFromPid(scope.pid));
  fund(world.svm, wallet.vault, 5n * SOL);
  const point = toPasskeyPoint(fromHex(captured.authority.point));
  const next = toPasskeyPoint(fromHex(captured.authority.nextPoint));
  const relayer = world.relayer.address;
  const terms = {
    relayer,
    treasury: world.treasury.address,
    feePolicyVersion: 1,
    networkFeeLamports: 10_000n,
  };
  const sol = { destination: scope.destination, amount: BigInt(scope.amount) };
  const steps: [Step, (parts: { nonce: bigint; expiry: bigint; tail: Uint8Array }) => ProgramInstruction][] =
    [
      [
        'activate',
        (parts) =>
          activateInstruction(wallet, {
            ...parts,
            ...terms,
            authority: point,
            registrar: world.registrar.address,
          }),
      ],
      ['withdrawSol', (parts) => withdrawSolInstruction(wallet, { ...parts, ...terms, ...sol })],
      [
        'rotate',
        (parts) => rotateInstruction(wallet, { ...parts, relayer, newAuthority: next, newRpIdHash }),
      ],
      ['exitSol', (parts) => exitSolInstruction(wallet, { ...parts, ...sol })],
    ];
  const tails: number[] = [];
  for (const [name, build] of steps) {
    const step = captured[name];
    const assertion = {
      signature: fromBase64Url(step.signature),
      authenticatorData: fromBase64Url(step.authenticatorData),
      clientDataJSON: fromBase64Url(step.clientDataJSON),
    };
    const tail = clientDataTail(assertion.clientDataJSON, toBytes32(fromHex(step.challenge)), scope.origin);
    if (!tail) throw new Error(`tail of ${name}`);
    tails.push(tail.length);
    const instruction = build({ nonce: BigInt(step.nonce), expiry: BigInt(scope.expiry), tail });
    const signers = name === 'activate' ? [world.relayer, world.registrar] : [world.relayer];
    const signer = name === 'exitSol' ? next : point;
    const result = await send(world, [passkeyInstruction(signer, assertion), instruction], signers);
    expect(`${name} ${result.error}`).toBe(`${name} null`);
  }
  expect(Math.max(...tails)).toBeGreaterThan(100);
  expect(balance(world, scope.destination)).toBe(2n * SOL);
  const account = world.svm.getAccount(wallet.account);
  expect(account.exists ? decodeAccount(account.data) : null).toMatchObject({
    nonce: 4n,
    epoch: 1,
    authority: next,
  });
});
