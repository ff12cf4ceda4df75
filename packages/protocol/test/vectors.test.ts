import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  accountIdFromPid,
  assertionMessage,
  challengeFor,
  clientDataTail,
  decompressP256,
  deriveWallet,
  encodeBody,
  encodeHeader,
  findAccountAddress,
  findConfigAddress,
  findSessionAddress,
  findSessionSignerAddress,
  findVaultAddress,
  fromBase64Url,
  fromHex,
  passkeyInstruction,
  protocolFeeLamports,
  rpIdHashFromRpId,
  toHex,
  toPasskeyPoint,
  utf8,
} from '../src/index.ts';
import { readVectors, vectorIntents, vectorScope } from './vector-intents.ts';

const vectors = readVectors();
const intents = vectorIntents(vectors);
const point = toPasskeyPoint(fromHex(vectors.authority.point));

describe.each(vectors.cases)('the vector $name', (vector) => {
  const intent = intents[vector.name];
  const scope = vectorScope(vectors, vector);

  it('has the header, body and challenge that this package computes', () => {
    expect(toHex(encodeHeader(scope, intent))).toBe(vector.header);
    expect(vector.header).toHaveLength(2 * 176);
    expect(toHex(encodeBody(intent))).toBe(vector.body);
    expect(toHex(challengeFor(scope, intent))).toBe(vector.challenge);
  });

  it('has a valid assertion whose tail is found', () => {
    const clientDataJSON = utf8(vector.clientDataJSON);
    const authenticatorData = fromBase64Url(vector.authenticatorData);
    const signature = fromBase64Url(vector.signature);
    const header = fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200');
    const key = createPublicKey({
      key: Buffer.concat([header, decompressP256(point)]),
      format: 'der',
      type: 'spki',
    });
    expect(verify('sha256', assertionMessage(authenticatorData, clientDataJSON), key, signature)).toBe(true);
    const tail = clientDataTail(clientDataJSON, challengeFor(scope, intent), vectors.scope.origin);
    expect(tail).toEqual(utf8(',"crossOrigin":false}'));
    const instruction = passkeyInstruction(point, { signature, authenticatorData, clientDataJSON });
    expect(instruction.data).toHaveLength(182);
    expect(instruction.data.subarray(16, 49)).toEqual(point);
  });

  it('has another challenge when nonce, expiry or vault changes', () => {
    for (const change of [
      { nonce: scope.nonce + 1n },
      { expiry: scope.expiry + 1n },
      { vault: vectors.scope.game },
    ]) {
      expect(toHex(challengeFor({ ...scope, ...change }, intent))).not.toBe(vector.challenge);
    }
  });
});

it('addresses and bumps equal those of the vectors', () => {
  const { scope, addresses } = vectors;
  const accountId = accountIdFromPid(scope.pid);
  expect(toHex(accountId)).toBe(scope.accountId);
  expect(findConfigAddress(scope.program)).toEqual(addresses.config);
  expect(findAccountAddress(scope.program, accountId)).toEqual(addresses.account);
  expect(findVaultAddress(scope.program, accountId)).toEqual(addresses.vault);
  const vault = addresses.vault.address;
  expect(findSessionAddress(scope.program, vault, scope.sessionPubkey)).toEqual(addresses.session);
  expect(findSessionSignerAddress(scope.program, vault, scope.game)).toEqual(addresses.sessionSigner);
  expect(deriveWallet(scope.program, accountId).vault).toBe(vault);
  expect(toHex(rpIdHashFromRpId(scope.rpId))).toBe(vectors.cases[0]?.body.slice(66));
});

it.each(vectors.fees)('the fee of $networkFeeLamports at $bps bps is $protocolFeeLamports', (fee) => {
  expect(protocolFeeLamports(BigInt(fee.networkFeeLamports), fee.bps).toString()).toBe(
    fee.protocolFeeLamports,
  );
});

it('clientDataTail refuses a tail that the program would refuse', () => {
  const [first] = vectors.cases;
  if (!first) throw new Error('no vectors');
  const challenge = challengeFor(vectorScope(vectors, first), intents[first.name]);
  const tail = (json: string) => clientDataTail(utf8(json), challenge, vectors.scope.origin);
  expect(tail(first.clientDataJSON.replace('false', 'true'))).toBeNull();
  expect(tail(first.clientDataJSON.replace('webauthn.get', 'webauthn.create'))).toBeNull();
  expect(tail(first.clientDataJSON.replace('.example"', '.example.evil"'))).toBeNull();
  expect(tail(first.clientDataJSON.replace(',"crossOrigin":false', ''))).toEqual(utf8('}'));
  expect(tail(first.clientDataJSON.slice(0, -22))).toBeNull();
});
