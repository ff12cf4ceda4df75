import { generateKeyPairSync, sign } from 'node:crypto';
import {
  CLAIM_WAIT_SECONDS,
  ED25519_PROGRAM,
  SYSTEM_PROGRAM,
  accountIdFromPid,
  addressFromBytes,
  brandPasskeyPoint,
  certificateFile,
  certificateMessage,
  deriveWallet,
  rpIdHashFromRpId,
  sha256,
  toBytes32,
  utf8,
} from '@pid/protocol';
import type { Certificate, CertificateFile, ConfigAccount } from '@pid/protocol';
import { expect, test } from 'vitest';
import { ExitProblem } from './exit-problem.ts';
import { planClaim, planClose, planFinish } from './plan-claim.ts';
import { readIsReady } from './read-chain-time.ts';
import { FILE_BYTES_MAX, readCertificates } from './read-certificates.ts';
import type { Dormant, Vault } from './read-vault.ts';
import type { Rpc } from './rpc.ts';

const hash = (text: string) => toBytes32(sha256(utf8(text)));
const address = (text: string) => addressFromBytes(hash(text));
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const registrar = addressFromBytes(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
const wallet = deriveWallet(address('program'), accountIdFromPid('maya@pid'));
const genesisHash = hash('genesis');
const payer = address('payer');
const point = (name: string) => brandPasskeyPoint(Uint8Array.of(2, ...hash(name)));

const dormant: Dormant = {
  wallet,
  config: {
    registrar,
    rpIdHash: rpIdHashFromRpId('pid.example'),
    origin: 'https://pid.example',
  } as ConfigAccount,
  genesisHash,
  sol: { mint: null, source: null, amount: 1n, decimals: 9 },
  sealed: false,
  passkeysSign: true,
  account: null,
  claim: null,
};

function certify(changed: Partial<Certificate> = {}): CertificateFile {
  const certificate = {
    genesisHash,
    program: wallet.program,
    accountId: wallet.accountId,
    authority: point('passkey'),
    rpIdHash: rpIdHashFromRpId('pid.example'),
    issuedAt: 1_000n,
    ...changed,
  };
  const signature = Uint8Array.from(sign(null, certificateMessage(certificate), privateKey));
  return certificateFile({ pid: 'maya@pid', credentialId: 'abc', certificate, registrar, signature });
}

async function problemOf(file: unknown, at = dormant): Promise<string> {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const error = await readCertificates(text, at).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ExitProblem ? error.problem : 'none';
}

test('names the problem of a certificate before anyone has to sign', async () => {
  const good = certify();
  expect(await problemOf(good)).toBe('none');
  for (const nothing of [
    '',
    '[]',
    '{}',
    'null',
    '7',
    '"x"',
    '[[]]',
    '{"pid":',
    ' '.repeat(FILE_BYTES_MAX + 1),
  ])
    expect(await problemOf(nothing)).toBe('badCertificate');
  for (const name of Object.keys(good)) {
    expect(await problemOf({ ...good, [name]: undefined })).toBe('badCertificate');
    expect(await problemOf({ ...good, [name]: { toString: 'x' } })).toBe('badCertificate');
  }
  expect(await problemOf(certify({ program: address('other') }))).toBe('certificateProgram');
  expect(await problemOf(certify({ genesisHash: hash('other') }))).toBe('certificateChain');
  expect(await problemOf(certify({ accountId: accountIdFromPid('rina@pid') }))).toBe('certificatePlayer');
  expect(await problemOf(certify({ rpIdHash: rpIdHashFromRpId('evil.example') }))).toBe('certificateHost');
  expect(await problemOf({ ...good, registrar: address('other') })).toBe('certificateRegistrar');
  const another = generateKeyPairSync('ed25519').privateKey;
  const forged = sign(null, Buffer.from('anything'), another).toString('base64url');
  const bent = [
    { signature: forged },
    { issuedAt: 1_001 },
    { authority: Buffer.from(point('thief')).toString('base64url') },
  ];
  for (const change of bent) expect(await problemOf({ ...good, ...change })).toBe('certificateForged');
});

test('sorts usable certificates newest first and refuses one that is not newer than the open claim', async () => {
  const files = [
    certify({ issuedAt: 5n }),
    certify({ issuedAt: 9n }),
    certify({ program: address('other') }),
  ];
  const read = await readCertificates(JSON.stringify(files), dormant);
  expect(read.map(({ certificate }) => certificate.issuedAt)).toEqual([9n, 5n]);
  const claim = { issuedAt: 9n, isReady: false } as Dormant['claim'];
  expect(await problemOf(files.slice(0, 2), { ...dormant, claim })).toBe('certificateNotLater');
});

/** A server that reports any rent and time. */
function lyingRpc(says: { rent?: unknown; seconds?: bigint }): Rpc {
  const clock = new Uint8Array(40);
  new DataView(clock.buffer).setBigInt64(32, says.seconds ?? 0n, true);
  const data = [Buffer.from(clock).toString('base64'), 'base64'];
  return {
    call: async (method) =>
      method === 'getMultipleAccounts' ? { value: [{ lamports: 1, owner: 'x', data }] } : says.rent,
  };
}

test('only the System program gets the payer’s signature, for a deposit that no server can raise', async () => {
  const [certificate] = await readCertificates(JSON.stringify(certify()), dormant);
  const seconds = BigInt(Math.floor(Date.now() / 1000));
  const plan = await planClaim(lyingRpc({ rent: 1_955_760, seconds }), dormant, certificate, payer);
  expect(plan.first.map(({ programAddress }) => programAddress)).toEqual([SYSTEM_PROGRAM, ED25519_PROGRAM]);
  const last = plan.last(new Uint8Array());
  expect(last.accounts.filter(({ role }) => role >= 2)).toEqual([]);
  expect(last.accounts.map((entry) => entry.address)).not.toContain(payer);
  for (const rent of [1_955_761, -1, 1.5, '1', null])
    await expect(planClaim(lyingRpc({ rent, seconds }), dormant, certificate, payer)).rejects.toThrow();
  const claim = { issuedAt: 1n, payer, isReady: true } as NonNullable<Dormant['claim']>;
  const displacing = await planClaim(lyingRpc({ seconds }), { ...dormant, claim }, certificate, payer);
  expect(displacing.first.map(({ programAddress }) => programAddress)).toEqual([ED25519_PROGRAM]);
  const vault = { ...dormant, account: {} as Vault['account'], claim };
  for (const plan of [planFinish(dormant, payer), planClose(vault, claim, address('other payer'))])
    expect(plan.last(new Uint8Array()).accounts.filter(({ role }) => role >= 2)).toEqual([]);
  // A program that the service did not write into the page never gets the payer as one of its accounts.
  expect(() => planClose(vault, claim, payer)).toThrow(ExitProblem);
});

test('a claim is ready by the server’s or the device’s time; a wait longer than the program’s is refused', async () => {
  const device = BigInt(Math.floor(Date.now() / 1000));
  expect(await readIsReady(lyingRpc({ seconds: 0n }), device - 1n)).toBe(true);
  expect(await readIsReady(lyingRpc({ seconds: device + 100_000n }), device + 90_000n)).toBe(true);
  expect(await readIsReady(lyingRpc({ seconds: device }), device + 90_000n)).toBe(false);
  const tooFar = device + CLAIM_WAIT_SECONDS + 1_000n;
  await expect(readIsReady(lyingRpc({ seconds: device }), tooFar)).rejects.toMatchObject({
    problem: 'claimTime',
  });
});
