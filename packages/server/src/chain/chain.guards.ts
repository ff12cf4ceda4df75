import type { Guard } from '../guard.ts';

export const guards: readonly Guard[] = [
  {
    file: 'seeded-account.ts',
    find: '(account.owner === SYSTEM_PROGRAM && account.data.length === 0)',
    replace: 'false',
    breaks: 'lamports sent to a foreseeable address stop deployment and upgrades',
    tests: ['chain/deploy-program'],
  },
  {
    file: 'deploy-program.ts',
    find: 'if (!isBlocked) return plain;',
    replace: 'if (plain) return plain;',
    breaks: 'lamports at the ProgramData address keep the program from ever being deployed',
    tests: ['chain/deploy-program'],
  },
  {
    file: 'deploy-program.ts',
    find: 'addressFromBytes(data.subarray(5, bufferHeadBytes)) === authority',
    replace: 'true',
    breaks: "a buffer under another's authority is taken for ours",
    tests: ['chain/deploy-program'],
  },
  {
    file: 'deploy-program.ts',
    find: 'if (live && live.authority !== authority.address) {',
    replace: 'if (live && authority.address === program) {',
    breaks: "an upgrade of somebody else's program is paid for and fails at its end",
    tests: ['chain/deploy-program'],
  },
  {
    file: 'deploy-program.ts',
    find: 'if (!live && program !== place.address)',
    replace: 'if (!live && place.address === SYSTEM_PROGRAM)',
    breaks: 'a mistyped program address deploys to another one without a word',
    tests: ['chain/deploy-program'],
  },
  {
    file: 'configure-program.ts',
    find: 'if (config.origin !== origin)',
    replace: 'if (config.origin === null)',
    breaks: 'a service serves a program that was set up for another origin: every passkey is refused',
    tests: ['chain/deploy-program'],
  },
  {
    file: 'configure-program.ts',
    find: 'if (steps.length > 0 && config.admin !== admin)',
    replace: 'if (steps.length > 99)',
    breaks: 'a wrong administration key is told by the chain, in its words, instead of in ours',
    tests: ['chain/deploy-program'],
  },
  {
    file: '../../../dev-chain/src/request-airdrop.ts',
    find: 'if (BigInt(body[field] ?? 1) > airdropMax)',
    replace: 'if (BigInt(body[field] ?? 1) < 0n)',
    breaks: 'one request empties the faucet',
    tests: ['chain/chain.test'],
  },
  {
    file: 'chain.store.ts',
    find: ' on conflict do nothing',
    replace: ' on conflict ((true)) do update set genesis_hash = excluded.genesis_hash',
    breaks: 'a database follows an RPC server to another chain',
    tests: ['chain/chain.test'],
  },
];
