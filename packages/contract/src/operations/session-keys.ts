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
const sessionAddress = key('Address of the session account');
const clientId = nullable(words('`client_id` of the app that the game belongs to; null if there is none.'));

const registerFields = {
  vault: key('Address of the vault that the session belongs to'),
  accountId: text('^0x[0-9a-fA-F]{64}$', 'must be 0x followed by 64 hex characters', {
    description: 'Account id, the sha256 of the pid: 0x followed by 64 hex characters.',
  }),
  sessionPubkey: key('Ed25519 public key of the session'),
  allowedProgram: key('Address of the only game program that the session can call; it must be allowlisted'),
  expiresAt: unixSeconds({
    description: 'Hard expiry of the session, unix timestamp in seconds, at most 24 hours ahead.',
  }),
  recordedHasAuthority: flag('Whether the game program currently has an upgrade authority.'),
  recordedAuthority: Type.Optional(
    key(
      'Upgrade authority of the game program at registration; required if `recordedHasAuthority` is true, otherwise optional and not signed',
    ),
  ),
  recordedSlot: u64('Slot of the game program’s last deployment at registration'),
  deadline,
  nonce: u64('Nonce of the smart account, which the registration consumes'),
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

const onChain = Type.Object(
  {
    sessionAddress,
    sessionPubkey: key('Ed25519 public key of the session'),
    allowedProgram: key('Address of the game program that the session can call'),
    expiresAt: integer('Hard expiry of the session, unix timestamp in seconds.'),
    state: literals(['active', 'expired', 'revoked', 'stale', 'rotated', 'closed'], {
      description:
        'Current state on the chain. `active`: usable. `expired`: past `expiresAt`. `revoked`: ended by its owner. `stale`: the game program has changed. `rotated`: the wallet has another authority. `closed`: the session account was closed.',
    }),
    reason: Type.Optional(words('Why the session has ended, in English. Absent while it is active.')),
    ended: Type.Optional(
      literals(Object.keys(sessionEnds) as (keyof typeof sessionEnds)[], {
        description:
          'Machine-readable form of `reason`. `expired`: past `expiresAt`. `revoked`: ended by its owner. `rotated`: the wallet has another authority. `closed`: the session account was closed. `game_gone`: the game program was removed. `game_authority`: its upgrade authority changed. `game_updated`: it was updated. Absent while the session is active.',
      }),
    ),
  },
  { title: 'PublicSessionGrant' },
);
const grant = Type.Object(
  {
    ...onChain.properties,
    game: nullable(
      words(
        'Name of the game: the name that administrators gave to its program, else the name of the app that asked for the session; null if there is neither.',
      ),
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
    summary: 'Validates a session grant',
    description:
      'Checks the scope of the grant and computes the session address and the owner challenge. The check stores nothing, and reads only the genesis hash of the chain, once after the start. Whether the vault belongs to the caller is checked when the grant is registered.',
    access: 'user',
    limit: 'read',
    allowSuspended: true,
    body: registerSession,
    reply: Type.Object(
      {
        sessionAddress: words('Address of the session account (base58).'),
        registerPayload: text('^0x[0-9a-f]{64}$', 'must be 0x followed by 64 hex characters', {
          description: 'Owner challenge, which the passkey signs: 0x followed by 64 hex characters.',
        }),
      },
      { title: 'ValidatedSessionGrant' },
    ),
    errors: ['chain_unavailable'],
    example: exampleGrant,
  },
  registerSessionGrant: {
    summary: 'Registers a game session on the chain',
    description:
      'The authority of the smart account signs `registerPayload` of the validated grant, and the relayer submits the registration. The vault must belong to the caller, and the recorded authority and slot of the game program must be the current ones.',
    access: 'user',
    limit: 'wallet',
    idempotent: true,
    body: Type.Object({
      ...registerFields,
      clientId: Type.Optional(
        text('^app_[0-9a-zA-Z]{1,64}$', 'must be the client_id of an app', {
          description:
            '`client_id` of the app that asked for the session. The session is listed under its name if the program has none.',
        }),
      ),
      assertion,
    }),
    reply: Type.Object({ sessionAddress, signature, status: confirmed }),
    errors: [...relayedErrors, 'vault_not_yours', 'game_program_refused'],
    example: { ...exampleGrant, assertion: exampleAssertion },
  },
  listSessionGrants: {
    summary: 'Lists the game sessions of the caller, newest first',
    access: 'user',
    query: Type.Object(pageQuery),
    reply: page(grant),
    errors: ['chain_unavailable'],
    example: { limit: 20 },
  },
  getSessionGrant: {
    summary: 'Returns a game session',
    description:
      'The page of a game reads it if the window that opens the session does not answer. The session account is public on the chain, so no sign-in is required.',
    access: 'public',
    limit: 'chain',
    params: Type.Object({ sessionAddress }),
    reply: onChain,
    errors: ['no_such_session', 'chain_unavailable'],
    example: { sessionAddress: exampleKeys.address },
  },
  revokeSessionGrant: {
    summary: 'Revokes a game session on the chain',
    description: 'The authority of the smart account signs the request, and the relayer submits it.',
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
    summary: 'Returns the terms of a sponsored move',
    description:
      'The session key signs these values together with the move. They are valid for about a minute. No sign-in is required.',
    access: 'public',
    limit: 'chain',
    reply: Type.Object(
      {
        sponsor: key('Address that pays the transaction fee'),
        blockhash: words('A recent blockhash (base58).'),
        unitLimit: integer('Maximum number of compute units of a move.'),
        unitPriceMicroLamports: u64('Price of a compute unit, in micro-lamports'),
      },
      { title: 'PlayTerms' },
    ),
    errors: ['chain_unavailable'],
    example: {},
  },
  executeMove: {
    summary: 'Submits a sponsored move of a game session',
    description:
      'The signature of the session key authorizes the move; no sign-in is required. The service builds the transaction from the fields, and the play sponsor pays its fee. The signature must cover exactly that message.',
    access: 'public',
    limit: 'play',
    body: Type.Object({
      sessionAddress,
      data: text(base64UrlPattern, 'must be unpadded base64url', {
        maxLength: 1700,
        description: 'Instruction data for the game, in unpadded base64url.',
      }),
      accounts: Type.Array(
        Type.Object({
          address: key('Address of an account that the game reads or writes'),
          writable: flag('Whether the game can write to the account.'),
        }),
        { maxItems: 24, description: 'Accounts that the move passes to the game, in order. At most 24.' },
      ),
      blockhash: key('`blockhash` of the signed terms'),
      signature: text('^[1-9A-HJ-NP-Za-km-z]{64,88}$', 'must be a 64-byte signature in base58', {
        description: 'Signature of the session key over the message that these fields form (base58).',
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
    summary: 'Returns the current state of a game program',
    description: 'A session grant must record these values.',
    access: 'public',
    limit: 'chain',
    params: Type.Object({ program: key('Address of the program') }),
    reply: Type.Object(
      {
        program: key('Address of the program'),
        name: nullable(words('Name of the game that administrators set; null if there is none.')),
        clientId,
        allowed: flag('Whether sessions can be opened for the program.'),
        hasAuthority: flag('Whether the program has an upgrade authority.'),
        authority: nullable(
          words('Upgrade authority of the program (base58); null if it cannot be upgraded.'),
        ),
        slot: u64('Slot of the last deployment'),
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
    name: words('Name of the game, shown to players.'),
    clientId,
    createdAt: instant('Time at which the program was allowed.'),
  },
  { title: 'GameProgram' },
);

export const gamePrograms = declare('admin', {
  listGamePrograms: {
    summary: 'Lists the game programs that administrators have allowed',
    description: 'Programs from the configuration are allowed too and are not listed.',
    access: 'admin',
    reply: page(gameProgram),
    example: {},
  },
  allowGameProgram: {
    summary: 'Allows a game program for sessions',
    description: 'Takes effect on every server node within a second.',
    access: 'admin',
    stepUp: 'assertion',
    body: Type.Object({
      program: key('Address of the program'),
      name: Type.String({
        minLength: 1,
        maxLength: 80,
        description: 'Name of the game, shown to players, 1-80 characters.',
      }),
      clientId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: '`client_id` of the registered app that the game belongs to.',
        }),
      ),
    }),
    reply: gameProgram,
    status: 201,
    example: { program: exampleKeys.program, name: 'Balap Kelinci', clientId: 'app_example' },
  },
  disallowGameProgram: {
    summary: 'Disallows a game program for sessions',
    description: 'No new sessions can be opened for the program, and its moves are no longer sponsored.',
    access: 'admin',
    stepUp: 'assertion',
    params: Type.Object({ program: key('Address of the program') }),
    reply: okReply,
    errors: ['not_found'],
    example: { program: exampleKeys.program },
  },
});

/** Lets the example game find its program on the development chain. */
export const exampleGame = declare('development', {
  getExampleGame: {
    summary: 'Returns the example game’s program on the development chain',
    access: 'public',
    reply: Type.Object({ program: key('Address of the program') }),
    errors: ['only_on_this_machine'],
    example: {},
  },
});
