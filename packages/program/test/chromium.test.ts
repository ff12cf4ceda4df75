import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  accountIdFromPid,
  activateInstruction,
  clientDataTail,
  decodeAccount,
  deriveWallet,
  exitSolInstruction,
  exitSplInstruction,
  findSessionAddress,
  findTokenAccountAddress,
  fromBase64Url,
  fromHex,
  passkeyInstruction,
  registerSessionInstruction,
  revokeSessionInstruction,
  rotateInstruction,
  rpIdHashFromRpId,
  toBytes32,
  toPasskeyPoint,
  withdrawSolInstruction,
  withdrawSplInstruction,
  TOKEN_PROGRAM,
} from '@pid/protocol';
import type { Address, ProgramInstruction, WalletAddresses } from '@pid/protocol';
import { liveProgram } from './support/sessions.ts';
import { createMint, setTokenAccount, tokenBalance } from './support/tokens.ts';
import { SOL, START, balance, createWorld, fund, send } from './support/world.ts';
import type { World } from './support/world.ts';

type Step =
  | 'activate'
  | 'withdrawSol'
  | 'withdrawSpl'
  | 'registerSession'
  | 'revokeSession'
  | 'rotate'
  | 'exitSol'
  | 'exitSpl';

interface Captured extends Record<
  Step,
  Readonly<Record<'nonce' | 'challenge' | 'clientDataJSON' | 'authenticatorData' | 'signature', string>>
> {
  readonly scope: Readonly<Record<'pid' | 'origin' | 'rpId' | 'amount' | 'expiry', string>> &
    Readonly<Record<'program' | 'destination' | 'mint' | 'sessionPubkey', Address>>;
  readonly authority: { readonly point: string; readonly nextPoint: string };
}

function readCaptured(): Captured {
  const file = new URL('../../protocol/vectors/chromium.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Captured;
}

it('the chain accepts assertions of a real Chromium for every action, including its longest clientDataJSON', async () => {
  const captured = readCaptured();
  const { scope } = captured;
  const rpIdHash = rpIdHashFromRpId(scope.rpId);
  const world = await createWorld({ config: { origin: scope.origin, rpIdHash } });
  const wallet = deriveWallet(world.program, accountIdFromPid(scope.pid));
  fund(world.svm, wallet.vault, 5n * SOL);
  const mint = createMint(world, TOKEN_PROGRAM, scope.mint);
  const { address: source } = findTokenAccountAddress(wallet.vault, mint);
  setTokenAccount(world, source, { mint, owner: wallet.vault, amount: 2n * SOL });
  const next = toPasskeyPoint(fromHex(captured.authority.nextPoint));
  const tails: number[] = [];
  for (const [name, build] of stepsOf(world, wallet, captured)) {
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
    const signer = name.startsWith('exit') ? next : toPasskeyPoint(fromHex(captured.authority.point));
    const result = await send(world, [passkeyInstruction(signer, assertion), instruction], signers);
    expect(`${name} ${result.error}`).toBe(`${name} null`);
  }
  expect(Math.max(...tails)).toBeGreaterThan(100);
  expect(balance(world, scope.destination)).toBe(2n * SOL);
  expect(tokenBalance(world, findTokenAccountAddress(scope.destination, mint).address)).toBe(2n * SOL);
  const account = world.svm.getAccount(wallet.account);
  expect(account.exists ? decodeAccount(account.data) : null).toMatchObject({
    nonce: 8n,
    epoch: 1,
    authority: next,
  });
});

type Build = (parts: { nonce: bigint; expiry: bigint; tail: Uint8Array }) => ProgramInstruction;

function stepsOf(world: World, wallet: WalletAddresses, captured: Captured): [Step, Build][] {
  const { scope } = captured;
  const { mint, sessionPubkey } = scope;
  const authority = toPasskeyPoint(fromHex(captured.authority.point));
  const newAuthority = toPasskeyPoint(fromHex(captured.authority.nextPoint));
  const newRpIdHash = rpIdHashFromRpId(scope.rpId);
  const [relayer, registrar] = [world.relayer.address, world.registrar.address];
  const terms = {
    relayer,
    treasury: world.treasury.address,
    feePolicyVersion: 1,
    networkFeeLamports: 10_000n,
  };
  const sum = { destination: scope.destination, amount: BigInt(scope.amount) };
  const live = liveProgram(world, world.game);
  const session = {
    relayer,
    sessionPubkey,
    allowedProgram: world.game,
    expiresAt: START + 3_600n,
    recordedAuthority: live.upgradeAuthority,
    recordedSlot: live.slot,
  };
  const address = findSessionAddress(world.program, wallet.vault, sessionPubkey).address;
  return [
    ['activate', (parts) => activateInstruction(wallet, { ...parts, ...terms, authority, registrar })],
    ['withdrawSol', (parts) => withdrawSolInstruction(wallet, { ...parts, ...terms, ...sum })],
    ['withdrawSpl', (parts) => withdrawSplInstruction(wallet, { ...parts, ...terms, ...sum, mint })],
    ['registerSession', (parts) => registerSessionInstruction(wallet, { ...parts, ...session })],
    ['revokeSession', (parts) => revokeSessionInstruction(wallet, { ...parts, relayer, session: address })],
    ['rotate', (parts) => rotateInstruction(wallet, { ...parts, relayer, newAuthority, newRpIdHash })],
    ['exitSol', (parts) => exitSolInstruction(wallet, { ...parts, ...sum })],
    ['exitSpl', (parts) => exitSplInstruction(wallet, { ...parts, ...sum, mint, payer: relayer })],
  ];
}
