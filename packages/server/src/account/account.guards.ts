import type { Guard } from '../guard.ts';

const refusals = ['account/refusals'];
const certificate = ['account/certificate'];
const withdraw = { file: 'withdraw.ts', tests: refusals };
const checks = { file: 'check-withdrawal.ts', tests: refusals };
const authorization = { file: 'check-authorization.ts', tests: refusals };
const activate = { file: 'activate-account.ts', tests: refusals };
const rotate = { file: 'rotate-authority.ts', tests: refusals };
const issue = { file: 'issue-certificates.ts', tests: certificate };

/** Where the program on the chain would refuse as well, a test still misses the sentence and the lamports of the attempt. */
export const guards: readonly Guard[] = [
  {
    ...withdraw,
    find: "if (terms.amount === 0n) throw invalid('amount must be at least 1');",
    replace: '',
    breaks: 'a withdrawal of nothing costs the vault its fees',
  },
  {
    ...withdraw,
    find: 'assertExpiry(body.expiry, state.chainTime);',
    replace: '',
    breaks: 'a signature of last week is sent, and refused by the chain at the relayer’s cost',
  },
  {
    ...withdraw,
    find: 'assertNonce(body.nonce, account.nonce);',
    replace: '',
    breaks: 'a signature that was used already is sent again',
  },
  {
    ...withdraw,
    find: "if (!passkey.compressedKey.equals(account.authority)) throw refuse('passkey_not_authority');",
    replace: '',
    breaks: 'a passkey without authority makes the relayer send what the chain refuses',
  },
  {
    ...withdraw,
    find: 'assertDestination(state, to, destination);',
    replace: '',
    breaks: 'money goes to a program or a mint, where nobody fetches it back',
  },
  {
    ...withdraw,
    find: 'if (mint) assertMovableMint(mintAccount, mint);',
    replace: '',
    breaks: 'a token whose program is not ours to move is signed for',
    tests: ['account/limits-of-service'],
  },
  {
    ...withdraw,
    find: 'assertNoDrift(fees.networkFeeLamports, BigInt(body.quotedNetworkFeeLamports));',
    replace: '',
    breaks: 'the player pays any fee, whatever was shown',
  },
  {
    ...withdraw,
    find: 'await assertBalance(deps, state, wanted, fees);',
    replace: '',
    breaks: 'a vault is left below its rent; the player is told what the chain said, not what to do',
  },
  {
    ...withdraw,
    find: "deps.relay.assertFunded(state.relayerLamports - rent, 'withdrawal');",
    replace: '',
    breaks: 'withdrawals eat what is kept for rotations',
    tests: ['account/limits-of-service'],
  },
  {
    ...checks,
    find: "if (to === wallet.vault) throw refuse('destination_refused', { reason: 'own_vault' });",
    replace: '',
    breaks: 'fees are paid for moving money from oneself to oneself',
  },
  {
    ...checks,
    find: 'account?.owner === wallet.program',
    replace: 'false',
    breaks: 'money goes to an account of the wallet program',
  },
  {
    ...checks,
    find: "if (account?.executable) throw refuse('destination_refused', { reason: 'program' });",
    replace: '',
    breaks: 'money goes to a program, for ever',
  },
  {
    ...checks,
    find: 'if (account && isTokenProgram(account.owner))',
    replace: 'if (account && account.lamports < 0n)',
    breaks: 'money goes to a mint or to a token account, for ever',
  },
  {
    ...checks,
    find: 'if (rest > 0n && rest < vaultRent) {',
    replace: 'if (rest < 0n) {',
    breaks: 'a vault is left with what the chain collects',
  },
  {
    ...checks,
    find: 'if (amount > 0n && received < input.destinationRent) {',
    replace: 'if (amount < 0n) {',
    breaks: 'a new receiver gets less than its rent, which the chain refuses',
  },
  {
    ...authorization,
    find: 'if (BigInt(expiry) > chainTime + AUTHORIZATION_TTL_SECONDS)',
    replace: 'if (BigInt(expiry) < 0n)',
    breaks: 'a signature is good for ever',
  },
  {
    ...authorization,
    find: 'quotedLamports * 120n',
    replace: 'quotedLamports * 200n',
    breaks: 'the player pays twice the fee that was shown',
  },
  {
    file: 'submit-operation.ts',
    find: '...(!consent || consent.wasAccepted ? [] : [recordAssertion(tx, { ...consent, now })]),',
    replace: '',
    breaks: 'a copied passkey goes unnoticed at the wallet',
    tests: ['account/own-money'],
  },
  {
    file: 'submit-operation.ts',
    find: "!(allowsSuspended && status === 'suspended')",
    replace: "!(!allowsSuspended && status === 'suspended')",
    breaks: 'a suspension takes a player’s own money',
    tests: ['account/own-money'],
  },
  {
    file: 'submit-operation.ts',
    find: 'const status = (await lockIdentity(tx, identityId))?.status;',
    replace: "const status: string = 'active';",
    breaks: 'an identity is suspended or deleted while the operation that needs it is being stored',
    tests: ['session-grants/register-grant', 'account/own-money'],
  },
  {
    file: 'submit-operation.ts',
    find: 'relay.reserve(tx, operation),',
    replace: '',
    breaks: 'the relayer’s lamports have no cap',
    tests: ['account/limits-of-service'],
  },
  {
    ...activate,
    find: 'if (!counts(passkey, deps.clock.now())) throw tooNew(passkey);',
    replace: '',
    breaks: 'a thief’s passkey becomes the authority before its owner has time to notice',
    tests: ['account/own-money'],
  },
  {
    ...activate,
    find: 'if (state.vaultLamports >= required)',
    replace: 'if (state.vaultLamports >= 0n)',
    breaks: 'activation of an empty vault is sent at the relayer’s cost',
    tests: ['account/account.test'],
  },
  {
    ...activate,
    find: 'assertExpiry(body.expiry, state.chainTime);',
    replace: '',
    breaks: 'a signature of last week activates',
  },
  {
    ...activate,
    find: 'if (!app) return null;',
    replace:
      "if (!app) return submit(deps, request, asked, orderSponsored(deps, state, drafted, { app: { clientId: 'app_none', name: '' }, costOf }));",
    breaks: 'anybody’s activation is paid, through whichever app they came or none',
    tests: ['account/sponsorship'],
  },
  {
    ...activate,
    find: 'return null;\n    throw error;',
    replace: 'throw error;\n    throw error;',
    breaks: 'who comes second to the last of a day is refused instead of shown the ordinary way',
    tests: ['account/sponsorship'],
  },
  {
    file: 'sponsor-activation.ts',
    find: 'if ((await relay.sponsorshipLeft(app.clientId)) >= lamports)',
    replace: 'if (lamports > 0n)',
    breaks: 'a page promises what the day has no money left for',
    tests: ['account/sponsorship'],
  },
  {
    ...rotate,
    find: 'if (body.assertion.id !== body.oldCredentialId)',
    replace: 'if (body.oldCredentialId === "")',
    breaks: 'whose counter is judged is another than who signed',
  },
  {
    ...rotate,
    find: "if (!previous.compressedKey.equals(account.authority)) throw refuse('passkey_not_authority');",
    replace: '',
    breaks: 'a rotation that the chain refuses is sent at the relayer’s cost',
  },
  {
    ...rotate,
    find: 'if (next.id === previous.id || next.compressedKey.equals(previous.compressedKey))',
    replace: 'if (next.id === "")',
    breaks: 'the authority is handed to itself and then revoked',
  },
  {
    ...rotate,
    find: 'if (!next.provenAt)',
    replace: 'if (next.id === "")',
    breaks: 'an account is handed to a passkey that may not work',
    tests: ['account/account.test'],
  },
  {
    ...issue,
    find: 'if (state.account) return [];',
    replace: '',
    breaks: 'an activated account gets certificates that claim it',
  },
  {
    ...issue,
    find: 'stored.issuedAt >= earliest &&',
    replace: '',
    breaks: 'the certificate of a revoked passkey stays the newest for a day',
  },
  {
    ...issue,
    find: '(await listCountingPasskeys(deps.db, caller.identityId, now))',
    replace: "(await listCountingPasskeys(deps.db, caller.identityId, new Date('2100-01-01')))",
    breaks: 'a thief’s passkey gets a certificate before its owner has time to notice',
  },
  {
    ...issue,
    find: '.filter(({ message }) => message.subarray(81, 113).equals(accountId))',
    replace: '',
    breaks: 'an export tells of an account that is not the player’s',
    equivalent:
      'a certificate is stored for the account of its own identity and no other; this stands for rows written by hand',
  },
  {
    file: 'quote-withdrawal.ts',
    find: 'if (to) assertDestination(state, to, found.get(to) ?? null);',
    replace: '',
    breaks: 'a destination is quoted that is refused after the finger',
    tests: refusals,
  },
];
