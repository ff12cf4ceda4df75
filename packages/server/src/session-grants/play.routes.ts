import { isAddress, toAddress } from '@pid/protocol';
import { Type } from 'typebox';
import { chainUnavailable, orChainError } from '../chain/index.ts';
import { base64UrlPattern } from '@pid/contract';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { remember, rememberEach } from '../platform/remember.ts';
import { readGameProgram } from './game-program.ts';
import { keyRule, keySchema } from './grant-request.ts';
import {
  moveNotConfirmed,
  moveRefused,
  noSuchSession,
  playGlobalCap,
  sessionNotAlive,
  sponsorBalanceLow,
} from './session-errors.ts';
import { playTerms, sponsorMove, type PlayDeps } from './sponsor-move.ts';

const termsSchema = Type.Object(
  {
    sponsor: keySchema,
    blockhash: Type.String(),
    unitLimit: Type.Integer(),
    unitPriceMicroLamports: schemas.u64String,
  },
  { title: 'PlayTerms' },
);

const moveBody = Type.Object({
  sessionAddress: keySchema,
  data: schemas.text(base64UrlPattern, 'must be unpadded base64url', { maxLength: 1700 }),
  accounts: Type.Array(Type.Object({ address: keySchema, writable: Type.Boolean() }), { maxItems: 24 }),
  blockhash: keySchema,
  signature: schemas.text('^[1-9A-HJ-NP-Za-km-z]{64,88}$', 'must be a 64-byte signature in base58'),
});

const gameSchema = Type.Object(
  {
    program: keySchema,
    name: schemas.nullable(Type.String()),
    clientId: schemas.nullable(Type.String({ description: 'The app it belongs to' })),
    allowed: Type.Boolean({ description: 'Whether sessions may be opened for it' }),
    hasAuthority: Type.Boolean(),
    authority: schemas.nullable(
      Type.String({ description: 'Who may change the game; null when nobody can' }),
    ),
    slot: schemas.u64String,
  },
  { title: 'LiveGameProgram' },
);

export function playRoutes(deps: PlayDeps): Route[] {
  const routes = [termsRoute(deps), executeRoute(deps), gameRoute(deps)];
  return deps.chain.exampleGame ? [...routes, exampleRoute(deps.chain.exampleGame)] : routes;
}

/** Anybody may ask, and each answer costs a question to the chain: one a second is asked, whoever wants to know. */
const publicMillis = 1000;

function termsRoute(deps: PlayDeps): Route {
  const latestBlockhash = remember({ clock: deps.clock, millis: publicMillis }, () =>
    deps.chain.client.latestBlockhash(),
  );
  return route({
    method: 'GET',
    path: '/v1/session-keys/execute',
    operationId: 'getPlayTerms',
    summary: 'What a session key signs for a sponsored move, besides the move itself',
    description: 'Good for about a minute; each needs no sign-in.',
    tag: 'session keys',
    access: 'public',
    limit: 'chain',
    reply: termsSchema,
    errors: [chainUnavailable],
    async handle() {
      const { blockhash } = await orChainError(latestBlockhash());
      const { sponsor, unitLimit, unitPriceMicroLamports } = playTerms(deps, blockhash);
      return { sponsor, blockhash, unitLimit, unitPriceMicroLamports: unitPriceMicroLamports.toString() };
    },
  });
}

function executeRoute(deps: PlayDeps): Route {
  return route({
    method: 'POST',
    path: '/v1/session-keys/execute',
    operationId: 'executeMove',
    summary: 'Sponsored play: a move of a session, paid by the play sponsor',
    description:
      'The session key is the proof, no sign-in is needed. The transaction is built here from the fields; the signature must be over exactly that message.',
    tag: 'session keys',
    access: 'public',
    limit: 'play',
    body: moveBody,
    reply: Type.Object({
      signature: Type.String(),
      status: schemas.literals(['confirmed']),
      slot: schemas.u64String,
    }),
    errors: [
      noSuchSession,
      commonErrors.identitySuspended,
      sessionNotAlive,
      moveRefused,
      playGlobalCap,
      sponsorBalanceLow,
      moveNotConfirmed,
      chainUnavailable,
    ],
    async handle({ body }) {
      const keys = {
        sessionAddress: body.sessionAddress,
        blockhash: body.blockhash,
        ...Object.fromEntries(
          body.accounts.map(({ address }, index) => [`accounts[${index}].address`, address]),
        ),
      };
      const broken = Object.entries(keys).filter(([, value]) => !isAddress(value));
      if (broken.length > 0)
        throw commonErrors.validationFailed(...broken.map(([field]) => `${field} ${keyRule}`));
      const { signature, slot } = await sponsorMove(deps, body);
      return { signature, status: 'confirmed' as const, slot: slot.toString() };
    },
  });
}

function gameRoute(deps: PlayDeps): Route {
  const liveProgram = rememberEach({ clock: deps.clock, millis: publicMillis }, (program) =>
    readGameProgram(deps.chain, toAddress(program)),
  );
  return route({
    method: 'GET',
    path: '/v1/session-keys/programs/{program}',
    operationId: 'getGameProgram',
    summary: 'A game program as it is on chain now: what a grant has to record',
    tag: 'session keys',
    access: 'public',
    limit: 'chain',
    params: Type.Object({ program: keySchema }),
    reply: gameSchema,
    errors: [commonErrors.notFound, chainUnavailable],
    async handle({ params }) {
      if (!isAddress(params.program)) throw commonErrors.notFound();
      const live = await liveProgram(params.program);
      if (!live) throw commonErrors.notFound('No such game program');
      const entry = deps.allowlist.find(params.program);
      return {
        program: params.program,
        name: entry?.name ?? null,
        clientId: entry?.clientId ?? null,
        allowed: deps.allowlist.has(params.program),
        hasAuthority: live.upgradeAuthority !== null,
        authority: live.upgradeAuthority,
        slot: live.slot.toString(),
      };
    },
  });
}

/** So that the example finds its program on a newcomer's machine; where money is real there is no such route. */
function exampleRoute(program: string): Route {
  return route({
    method: 'GET',
    path: '/v1/dev/game',
    operationId: 'getExampleGame',
    summary: 'The program of the example game on the embedded chain',
    tag: 'development',
    access: 'public',
    reply: Type.Object({ program: keySchema }),
    handle: async () => ({ program }),
  });
}
