import { Type, type Static } from 'typebox';
import { declare } from '../declare.ts';
import { sessionEnds } from '../errors/session-keys.ts';
import {
  base64UrlPattern,
  flag,
  instant,
  integer,
  literals,
  nullable,
  okReply,
  page,
  pageQuery,
  text,
  unixSeconds,
  words,
} from '../schemas.ts';
import { confirmed, deadline, exampleKeys, key, nonce, signature, slot, u64 } from '../shapes/chain.ts';
import { assertion, exampleAssertion } from '../shapes/passkeys.ts';
import { signedErrors } from './account.ts';

const tag = 'session keys';
const sessionAddress = key('Canonical session account address');
const clientId = nullable(words('The app it belongs to; null for none.'));

const registerFields = {
  vault: key('Vault account address the session attaches to'),
  accountId: text('^0x[0-9a-fA-F]{64}$', 'must be 0x followed by 64 hex characters', {
    description: 'sha256 of the pid as an account id: 0x followed by 64 hex characters.',
  }),
  sessionPubkey: key('Ed25519 session public key'),
  allowedProgram: key('The single allowlisted game program'),
  expiresAt: unixSeconds({ description: 'Session hard expiry, unix seconds, at most 24 hours ahead.' }),
  recordedHasAuthority: flag('Whether the game program currently has an upgrade authority.'),
  recordedAuthority: Type.Optional(
    key(
      'Upgrade authority at registration. Required when recordedHasAuthority is true; otherwise optional and not signed',
    ),
  ),
  recordedSlot: u64('Program-data slot at registration'),
  deadline,
  nonce: u64('Owner nonce that the registration consumes'),
};
const registerSession = Type.Object(registerFields, { title: 'RegisterSession' });
export type RegisterSession = Static<typeof registerSession>;

const exampleGrant = {
  vault: exampleKeys.address,
  accountId: '0x6f2c4a5f0b7c7c9d7d4ef2b9b3f9f3c6b8f1f6a6e7b0a9d8c7b6a5f4e3d2c1b0',
  sessionPubkey: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
  allowedProgram: exampleKeys.program,
  expiresAt: 1_800_000_000,
  recordedHasAuthority: false,
  recordedSlot: '312000000',
  deadline: 1_799_950_000,
  nonce: '7',
};

const grant = Type.Object(
  {
    sessionAddress,
    sessionPubkey: key('Ed25519 session public key'),
    allowedProgram: key('The game program that it may play'),
    expiresAt: integer('Session hard expiry, unix seconds.'),
    state: literals(['active', 'expired', 'revoked', 'stale', 'rotated', 'closed'], {
      description:
        'As the chain has it now. Stale: the game has changed; rotated: the wallet has another passkey; closed: cleared away.',
    }),
    reason: Type.Optional(words('Why it has ended, in plain English; absent while active.')),
    ended: Type.Optional(
      literals(Object.keys(sessionEnds) as (keyof typeof sessionEnds)[], {
        description: 'The same as a word for programs; absent while active.',
      }),
    ),
  },
  { title: 'SessionGrant' },
);

const relayedErrors = [
  ...signedErrors,
  'account_not_activated',
  'wrong_nonce',
  'passkey_not_authority',
] as const;

export const sessionKeys = declare(tag, {
  validateSessionGrant: {
    summary: 'Checks the scope of a session and computes its address and the owner challenge',
    description:
      'Pure: nothing is looked up and nothing is kept. That the vault is of the caller is judged when the grant is submitted.',
    access: 'user',
    limit: 'read',
    allowSuspended: true,
    body: registerSession,
    reply: Type.Object(
      {
        sessionAddress: words('Canonical session account address (base58).'),
        registerPayload: text('^0x[0-9a-f]{64}$', 'must be 0x followed by 64 hex characters', {
          description: 'Owner challenge, what the passkey signs: 0x followed by 64 hex characters.',
        }),
      },
      { title: 'ValidatedSessionGrant' },
    ),
    errors: ['chain_unavailable'],
    example: exampleGrant,
  },
  registerSessionGrant: {
    summary: 'Registers a session on chain: relayed, signed by the authority over registerPayload',
    access: 'user',
    limit: 'wallet',
    idempotent: true,
    body: Type.Object({ ...registerFields, assertion }),
    reply: Type.Object({ sessionAddress, signature, status: confirmed }),
    errors: [...relayedErrors, 'vault_not_yours', 'game_program_refused'],
    example: { ...exampleGrant, assertion: exampleAssertion },
  },
  listSessionGrants: {
    summary: 'Sessions with their state on chain, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(grant),
    errors: ['chain_unavailable'],
    example: { limit: 20 },
  },
  revokeSessionGrant: {
    summary: 'Ends a session on chain: relayed, signed by the authority',
    access: 'user',
    limit: 'wallet',
    idempotent: true,
    params: Type.Object({ sessionAddress }),
    body: Type.Object({ deadline, nonce, assertion }),
    reply: Type.Object({ signature, status: confirmed }),
    errors: [...relayedErrors, 'no_such_session'],
    example: {
      sessionAddress: exampleKeys.address,
      deadline: 1_799_950_000,
      nonce: '8',
      assertion: exampleAssertion,
    },
  },
  getPlayTerms: {
    summary: 'What a session key signs for a sponsored move, besides the move itself',
    description: 'Good for about a minute; each needs no sign-in.',
    access: 'public',
    limit: 'chain',
    reply: Type.Object(
      {
        sponsor: key('Who pays the fee of the transaction'),
        blockhash: words('A recent blockhash (base58).'),
        unitLimit: integer('Compute units that a move may use.'),
        unitPriceMicroLamports: u64('Price of a compute unit in micro-lamports'),
      },
      { title: 'PlayTerms' },
    ),
    errors: ['chain_unavailable'],
    example: {},
  },
  executeMove: {
    summary: 'Sponsored play: a move of a session, paid by the play sponsor',
    description:
      'The session key is the proof, no sign-in is needed. The transaction is built here from the fields; the signature must be over exactly that message.',
    access: 'public',
    limit: 'play',
    body: Type.Object({
      sessionAddress,
      data: text(base64UrlPattern, 'must be unpadded base64url', {
        maxLength: 1700,
        description: "The game's instruction, unpadded base64url.",
      }),
      accounts: Type.Array(
        Type.Object({
          address: key('An account that the game reads or writes'),
          writable: flag('Whether the game may write to it.'),
        }),
        { maxItems: 24, description: 'What the move hands to its game, in its order.' },
      ),
      blockhash: key('`blockhash` of the terms that were signed'),
      signature: text('^[1-9A-HJ-NP-Za-km-z]{64,88}$', 'must be a 64-byte signature in base58', {
        description: 'Of the session key over the message that these fields make (base58).',
      }),
    }),
    reply: Type.Object({ signature, status: confirmed, slot }),
    errors: [
      'no_such_session',
      'identity_suspended',
      'session_not_alive',
      'move_refused',
      'play_identity_cap',
      'play_global_cap',
      'sponsor_balance_low',
      'move_not_confirmed',
      'chain_unavailable',
    ],
    example: {
      sessionAddress: exampleKeys.address,
      data: 'AQIDBA',
      accounts: [{ address: exampleKeys.program, writable: false }],
      blockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N',
      signature: '5'.repeat(86),
    },
  },
  getGameProgram: {
    summary: 'A game program as it is on chain now: what a grant has to record',
    access: 'public',
    limit: 'chain',
    params: Type.Object({ program: key('Address of the program') }),
    reply: Type.Object(
      {
        program: key('Address of the program'),
        name: nullable(words('What administrators call the game; null for none.')),
        clientId,
        allowed: flag('Whether sessions may be opened for it.'),
        hasAuthority: flag('Whether somebody may change the game.'),
        authority: nullable(words('Who may change the game (base58); null when nobody can.')),
        slot: u64('Slot of its last change'),
      },
      { title: 'LiveGameProgram' },
    ),
    errors: ['not_found', 'chain_unavailable'],
    example: { program: exampleKeys.program },
  },
});

const gameProgram = Type.Object(
  {
    program: key('Address of the program'),
    name: words('What players read.'),
    clientId,
    createdAt: instant('When it was allowed.'),
  },
  { title: 'GameProgram' },
);

export const gamePrograms = declare('admin', {
  listGamePrograms: {
    summary: 'Game programs that administrators have allowed; those of the configuration come on top',
    access: 'admin',
    reply: page(gameProgram),
    example: {},
  },
  allowGameProgram: {
    summary: 'Allows sessions for a game program, on every node within a second',
    access: 'admin',
    stepUp: 'assertion',
    body: Type.Object({
      program: key('Address of the program'),
      name: Type.String({ minLength: 1, maxLength: 80, description: 'What players read, 1-80 characters.' }),
      clientId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, description: 'The registered app it belongs to.' }),
      ),
    }),
    reply: gameProgram,
    status: 201,
    example: { program: exampleKeys.program, name: 'Balap Kelinci', clientId: 'app_example' },
  },
  disallowGameProgram: {
    summary: 'Ends new sessions and sponsored play for a game program',
    access: 'admin',
    stepUp: 'assertion',
    params: Type.Object({ program: key('Address of the program') }),
    reply: okReply,
    errors: ['not_found'],
    example: { program: exampleKeys.program },
  },
});

/** Only where money is play money: so that the example finds its program on a newcomer's machine. */
export const exampleGame = declare('development', {
  getExampleGame: {
    summary: 'The program of the example game on the embedded chain',
    access: 'public',
    reply: Type.Object({ program: key('Address of the program') }),
    errors: ['only_on_this_machine'],
    example: {},
  },
});
