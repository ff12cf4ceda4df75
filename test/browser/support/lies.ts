import { createHash } from 'node:crypto';
import {
  CLAIM_BYTES,
  CLAIM_TAG,
  LAYOUT_VERSION,
  TOKEN_PROGRAM,
  addressBytes,
  encodeBase58,
  findClaimAddress,
  toAddress,
  toBase64Url,
} from '../../../packages/protocol/src/index.ts';
import type { CertificateFile, WalletAddresses } from '../../../packages/protocol/src/index.ts';
import type { Lie, SaidAccount } from './hostile-rpc.ts';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
/** Address of an attacker. */
export const EVIL = encodeBase58(createHash('sha256').update('evil').digest());

/** An account that does not exist. */
const NOBODY: SaidAccount = { lamports: 0, owner: EVIL, data: ['', 'base64'] };

/** Changes one account of a response. */
export function bendAccount(address: string, bend: (account: SaidAccount) => SaidAccount): Lie {
  return async ({ method, params }, ask) => {
    const result = await ask();
    const index = method === 'getMultipleAccounts' ? params[0].indexOf(address) : -1;
    if (index >= 0) result.value[index] = bend(result.value[index] ?? NOBODY);
    return result;
  };
}

export function bendData(address: string, bend: (data: Buffer) => Uint8Array): Lie {
  return bendAccount(address, (account) => ({
    ...account,
    data: [Buffer.from(bend(Buffer.from(account.data[0], 'base64'))).toString('base64'), 'base64'],
  }));
}

export const bendClock = (seconds: number): Lie =>
  bendData(CLOCK, (data) => {
    data.writeBigInt64LE(data.readBigInt64LE(32) + BigInt(seconds), 32);
    return data;
  });

export function fakeToken(
  vault: string,
  number: number,
  { owner, of }: { owner?: string; of?: string } = {},
) {
  const data = Buffer.alloc(165);
  createHash('sha256').update(`mint ${number}`).digest().copy(data);
  data.set(addressBytes(toAddress(of ?? vault)), 32);
  data.writeBigUInt64LE(1n, 64);
  data[108] = 1;
  const pubkey = encodeBase58(createHash('sha256').update(`account ${number}`).digest());
  return {
    pubkey,
    account: { lamports: 1, owner: owner ?? TOKEN_PROGRAM, data: [data.toString('base64'), 'base64'] },
  };
}

export const fakeMint = {
  lamports: 1,
  owner: TOKEN_PROGRAM,
  data: [Buffer.alloc(82, 1).toString('base64'), 'base64'],
};

/** A claim that does not exist on the chain. */
export function fakeClaim(
  wallet: WalletAddresses,
  { readyAt, owner }: { readyAt: number; owner: string },
): Lie {
  const { address } = findClaimAddress(wallet.program, wallet.accountId);
  return async (question, ask) => {
    const result = await ask();
    const [addresses] = question.params;
    if (question.method !== 'getMultipleAccounts' || !addresses.includes(address)) return result;
    const config = Buffer.from(result.value[addresses.indexOf(wallet.config)]?.data[0] ?? '', 'base64');
    const data = Buffer.alloc(CLAIM_BYTES);
    data.set([CLAIM_TAG, LAYOUT_VERSION]);
    data.writeBigInt64LE(BigInt(readyAt), 16);
    data.set(wallet.accountId, 24);
    data.set(config.subarray(168, 200), 88);
    data.fill(2, 120);
    result.value[addresses.indexOf(address)] = {
      lamports: 1,
      owner,
      data: [data.toString('base64'), 'base64'],
    };
    return result;
  };
}

/** A certificate that no registrar signed. */
export function certificateOf(wallet: WalletAddresses, changed: Partial<CertificateFile>): CertificateFile {
  const zeros = (length: number) => toBase64Url(new Uint8Array(length));
  return {
    pid: 'never_activated@pid',
    credentialId: zeros(16),
    authority: toBase64Url(Uint8Array.of(2, ...new Uint8Array(32))),
    genesisHash: EVIL,
    programId: wallet.program,
    accountId: toBase64Url(wallet.accountId),
    rpIdHash: zeros(32),
    registrar: EVIL,
    issuedAt: 1,
    signature: zeros(64),
    ...changed,
  };
}

export const honest: Lie = (_question, ask) => ask();
