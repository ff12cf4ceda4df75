import { SYSTEM_PROGRAM } from '@pid/protocol';

/**
 * Requests that Agave nodes refuse, with the error code. `npm test` sends them to the embedded chain, `npm
 * run cluster` to a cluster.
 */
export const rpcRefusals: readonly (readonly [
  title: string,
  code: number,
  method: string,
  ...params: unknown[],
])[] = [
  ['an unknown method', -32_601, 'getEverything'],
  ['an address of other characters', -32_602, 'getBalance', 'not base58!'],
  ['an address that is too short', -32_602, 'getBalance', '11111'],
  ['no address', -32_602, 'getBalance'],
  ['a number for an address', -32_602, 'getBalance', 5],
  ['more parameters than there are', -32_602, 'getBalance', SYSTEM_PROGRAM, {}, 5],
  ['a slot to come', -32_016, 'getBalance', SYSTEM_PROGRAM, { minContextSlot: 1e12 }],
  ['an unknown encoding', -32_602, 'getAccountInfo', SYSTEM_PROGRAM, { encoding: 'hex' }],
  ['101 accounts', -32_602, 'getMultipleAccounts', Array(101).fill(SYSTEM_PROGRAM)],
  ['257 signatures', -32_602, 'getSignatureStatuses', Array(257).fill('1'.repeat(64))],
  ['1,001 entries of a history', -32_602, 'getSignaturesForAddress', SYSTEM_PROGRAM, { limit: 1001 }],
  ['no entry of a history', -32_602, 'getSignaturesForAddress', SYSTEM_PROGRAM, { limit: 0 }],
  [
    'history that is not confirmed',
    -32_602,
    'getSignaturesForAddress',
    SYSTEM_PROGRAM,
    { commitment: 'processed' },
  ],
  [
    'a transaction that is not confirmed',
    -32_602,
    'getTransaction',
    '1'.repeat(64),
    { commitment: 'processed' },
  ],
  ['prices of 129 accounts', -32_602, 'getRecentPrioritizationFees', Array(129).fill(SYSTEM_PROGRAM)],
  ['rent of more than 10 MiB', -32_600, 'getMinimumBalanceForRentExemption', 10_485_761],
  ['tokens of no kind', -32_602, 'getTokenAccountsByOwner', SYSTEM_PROGRAM, {}],
  [
    'tokens of a program that has none',
    -32_602,
    'getTokenAccountsByOwner',
    SYSTEM_PROGRAM,
    { programId: SYSTEM_PROGRAM },
  ],
  ['a balance of no token account', -32_602, 'getTokenAccountBalance', SYSTEM_PROGRAM],
  ['a time to come', -32_004, 'getBlockTime', 1e12],
  ['a transaction cut off', -32_602, 'sendTransaction', 'AAAA', { encoding: 'base64' }],
  [
    'a transaction of 1,233 bytes',
    -32_602,
    'sendTransaction',
    Buffer.alloc(1233).toString('base64'),
    { encoding: 'base64' },
  ],
];
