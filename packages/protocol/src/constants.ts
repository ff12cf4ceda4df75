import { toAddress } from './brands.ts';

export const PAYLOAD_VERSION = 3;
export const AUTHORIZATION_TTL_SECONDS = 600n;
export const SESSION_TTL_SECONDS = 86_400n;
export const POLICY_GRACE_SECONDS = 600n;

/** Compiled into the program: no policy can exceed them. */
export const MAX_PROTOCOL_FEE_BPS = 5_000;
export const MAX_NETWORK_FEE_LAMPORTS = 2_000_000n;
export const MAX_ORIGIN_BYTES = 128;
/**
 * As the amount of a withdrawal or an exit: the whole balance after fees; for tokens, the whole source
 * account.
 */
export const EVERYTHING = 0xffff_ffff_ffff_ffffn;
/** Accounts that a session may pass to its game in one call. */
export const MAX_FORWARDED_ACCOUNTS = 24;

export const SEEDS = {
  config: 'pid:config',
  account: 'pid:account',
  vault: 'pid:vault',
  session: 'pid:session',
  sessionSigner: 'pid:session-signer',
  claim: 'pid:claim',
  recovery: 'pid:recovery',
} as const;

export const SYSTEM_PROGRAM = toAddress('11111111111111111111111111111111');
export const MEMO_PROGRAM = toAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const TOKEN_PROGRAM = toAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = toAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM = toAddress('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const LOADER_V3 = toAddress('BPFLoaderUpgradeab1e11111111111111111111111');
export const SECP256R1_PROGRAM = toAddress('Secp256r1SigVerify1111111111111111111111111');
export const ED25519_PROGRAM = toAddress('Ed25519SigVerify111111111111111111111111111');
export const CLOCK_SYSVAR = toAddress('SysvarC1ock11111111111111111111111111111111');
export const INSTRUCTIONS_SYSVAR = toAddress('Sysvar1nstructions1111111111111111111111111');

/** The rent sysvar of every public cluster: data bytes plus 128, 3,480 lamports per byte-year, two years. */
export const RENT_LAMPORTS_PER_BYTE = 6_960n;
export const ACCOUNT_STORAGE_OVERHEAD_BYTES = 128n;

export function rentExemptLamports(dataBytes: bigint): bigint {
  return (dataBytes + ACCOUNT_STORAGE_OVERHEAD_BYTES) * RENT_LAMPORTS_PER_BYTE;
}
