import { expect, it } from 'vitest';
import {
  TOKEN_PROGRAM,
  accountIdFromPid,
  activateInstruction,
  addressBytes,
  challengeFor,
  clientDataTail,
  decodeAccount,
  deriveWallet,
  exitSolInstruction,
  exitSplInstruction,
  findProgramDataAddress,
  findTokenAccountAddress,
  fromBase64Url,
  fromHex,
  passkeyInstruction,
  registerSessionInstruction,
  revokeSessionInstruction,
  rotateInstruction,
  toPasskeyPoint,
  utf8,
  withdrawSolInstruction,
  withdrawSplInstruction,
} from '@pid/protocol';
import type { ProgramInstruction } from '@pid/protocol';
import { readVectors, vectorIntents, vectorScope } from '../../protocol/test/vector-intents.ts';
import type { VectorName } from '../../protocol/test/vector-intents.ts';
import { setTokenAccount } from './support/tokens.ts';
import { SOL, createWorld, editAccount, fund, now, send, setAccount } from './support/world.ts';

const vectors = readVectors();

it('the program accepts, in order, every assertion of the test vectors of the protocol package', async () => {
  const world = await createWorld();
  const { scope, amounts } = vectors;
  expect(world.program).toBe(scope.program);
  expect(now(world).toString()).toBe(scope.chainTime);
  const wallet = deriveWallet(world.program, accountIdFromPid(scope.pid));
  fund(world.svm, wallet.vault, 10n * SOL);
  editAccount(world.svm, findProgramDataAddress(world.game).address, (data) =>
    new DataView(data.buffer).setBigUint64(4, BigInt(scope.recordedSlot), true),
  );
  const mintData = new Uint8Array(82);
  mintData.set([6, 1], 44);
  setAccount(world, scope.mint, mintData, TOKEN_PROGRAM);
  const source = findTokenAccountAddress(wallet.vault, scope.mint).address;
  setTokenAccount(world, source, { mint: scope.mint, owner: wallet.vault, amount: 100n });

  const point = toPasskeyPoint(fromHex(vectors.authority.point));
  const next = toPasskeyPoint(fromHex(vectors.authority.nextPoint));
  const intents = vectorIntents(vectors);
  const terms = {
    relayer: world.relayer.address,
    treasury: world.treasury.address,
    feePolicyVersion: 1,
    networkFeeLamports: 10000n,
  };
  const sol = { destination: scope.destination, amount: BigInt(amounts.sol) };
  const spl = { destination: scope.destination, amount: BigInt(amounts.tokens), mint: scope.mint };
  const session = {
    sessionPubkey: scope.sessionPubkey,
    allowedProgram: scope.game,
    expiresAt: BigInt(amounts.expiresAt),
    recordedAuthority: scope.deployer,
    recordedSlot: BigInt(scope.recordedSlot),
  };
  const relayer = world.relayer.address;
  const newRpIdHash = world.configArguments.rpIdHash;
  for (const vector of vectors.cases) {
    const payloadScope = vectorScope(vectors, vector);
    const clientDataJSON = utf8(vector.clientDataJSON);
    const tail = clientDataTail(
      clientDataJSON,
      challengeFor(payloadScope, intents[vector.name]),
      scope.origin,
    );
    if (!tail) throw new Error(`tail of ${vector.name}`);
    const parts = { nonce: payloadScope.nonce, expiry: payloadScope.expiry, tail };
    const build: Record<VectorName, () => ProgramInstruction> = {
      activate: () =>
        activateInstruction(wallet, {
          ...parts,
          ...terms,
          authority: point,
          registrar: world.registrar.address,
        }),
      withdrawSol: () => withdrawSolInstruction(wallet, { ...parts, ...terms, ...sol }),
      withdrawSpl: () => withdrawSplInstruction(wallet, { ...parts, ...terms, ...spl }),
      registerSession: () => registerSessionInstruction(wallet, { ...parts, ...session, relayer }),
      revokeSession: () =>
        revokeSessionInstruction(wallet, { ...parts, relayer, session: vectors.addresses.session.address }),
      exitSol: () => exitSolInstruction(wallet, { ...parts, ...sol }),
      exitSpl: () => exitSplInstruction(wallet, { ...parts, ...spl, payer: relayer }),
      rotate: () => rotateInstruction(wallet, { ...parts, relayer, newAuthority: next, newRpIdHash }),
    };
    const assertion = {
      clientDataJSON,
      signature: fromBase64Url(vector.signature),
      authenticatorData: fromBase64Url(vector.authenticatorData),
    };
    const signers = vector.name === 'activate' ? [world.relayer, world.registrar] : [world.relayer];
    const result = await send(world, [passkeyInstruction(point, assertion), build[vector.name]()], signers);
    expect(`${vector.name} ${result.error}`).toBe(`${vector.name} null`);
  }
  const account = world.svm.getAccount(wallet.account);
  const decoded = account.exists ? decodeAccount(account.data) : null;
  expect(decoded).toMatchObject({ nonce: 8n, authority: next });
  expect(decoded?.bump).toBe(vectors.addresses.account.bump);
  expect(decoded?.vaultBump).toBe(vectors.addresses.vault.bump);
  expect(addressBytes(wallet.vault)).toHaveLength(32);
});
