import type { Guard } from '../guard.ts';

const hostile = ['sign-in/hostile-provider'];
const claim = ['sign-in/claim.test'];
const browser = ['sign-in/session-of-browser'];

export const guards: readonly Guard[] = [
  {
    file: 'sign-in.store.ts',
    find: 'where state_hash = $1 and cookie_hash = $2 and provider = $3 and expires_at > $4',
    replace: 'where state_hash = $1 and $2::bytea is not null and provider = $3 and expires_at > $4',
    breaks: 'a callback is finished in a browser that did not ask',
    tests: hostile,
  },
  {
    file: 'sign-in.store.ts',
    find: 'and provider = $3 and expires_at > $4',
    replace: 'and provider = $3 and $4::timestamptz is not null',
    breaks: 'a flow that has expired is accepted at the callback',
    tests: hostile,
  },
  {
    file: 'sign-in.store.ts',
    find: "delete from claim_tickets where issuer = $1 and subject = $2'",
    replace: "select from claim_tickets where issuer = $1 and subject = $2'",
    breaks: 'a deleted login comes back by a ticket that was pending',
    tests: ['credentials/delete-own-identity'],
  },
  {
    file: 'sign-in.store.ts',
    find: 'delete from claim_tickets where hash = $1 and expires_at > $2 returning *',
    replace: 'delete from claim_tickets where hash = $1 and $2::timestamptz is not null returning *',
    breaks: 'an expired ticket is claimed',
    tests: claim,
  },
  {
    file: 'finish-sign-in.ts',
    find: 'if (isRemembered(flow, login)) {',
    replace: 'if (flow.fresh && isRemembered({ ...flow, fresh: false }, login)) {',
    breaks: 'a sign-in that the provider remembers passes for a fresh one',
    tests: hostile,
  },
  {
    file: 'finish-sign-in.ts',
    find: 'return authTime !== null && authTime < now ? authTime : now;',
    replace: 'return now;',
    breaks: 'a sign-in of last week is recent',
    tests: hostile,
  },
  {
    file: 'finish-sign-in.ts',
    find: 'authTime !== null && authTime < now ?',
    replace: 'authTime !== null ?',
    breaks: 'a provider whose clock is ahead makes a session recent for ever',
    tests: hostile,
  },
  {
    file: 'finish-sign-in.ts',
    find: "if (!flow.session_id || !(await holdSession(tx, identityId, flow.session_id, now)))\n    throw refuse('sign_in_failed');",
    replace: '',
    breaks: 'a thief finishes a link after the owner has ended the session',
    tests: browser,
  },
  {
    file: 'finish-sign-in.ts',
    find: "if (!identity || identity.status !== 'active') throw refuse('identity_closed');",
    replace: "if (!identity) throw refuse('identity_closed');",
    breaks: 'a suspended identity gets a further login',
    tests: browser,
  },
  {
    file: 'finish-sign-in.ts',
    find: "if (await isBurnt(tx, loginHash(deps.burnKey, login))) throw refuse('identity_closed');",
    replace: '',
    breaks: 'the login of a deleted identity claims a new handle',
    tests: ['credentials/delete-own-identity'],
  },
  {
    file: 'finish-sign-in.ts',
    find: 'replaces: flow.session_id,',
    replace: 'replaces: null,',
    breaks: 'signing in again leaves the old session behind',
    tests: browser,
  },
  {
    file: 'providers.ts',
    find: "...(fresh ? { prompt: 'login', max_age: '0' } : {}),",
    replace: '',
    breaks: 'the provider is never asked to ask anew',
    tests: hostile,
  },
  {
    file: 'claim-handle.ts',
    find: 'const authenticatedAt = ticket.authenticated_at ?? now;',
    replace: 'const authenticatedAt = now;',
    breaks: 'a claim makes an old sign-in recent',
    tests: hostile,
  },
  {
    file: 'claim-handle.ts',
    find: "if (isReservedHandle(input.handle)) throw refuse('handle_reserved');",
    replace: '',
    breaks: 'a reserved name is claimed',
    tests: claim,
  },
  {
    file: 'claim-handle.ts',
    find: "if (!linked) throw refuse('no_pending_claim');",
    replace: 'void linked;',
    breaks: 'one login claims a name in every tab',
    tests: claim,
  },
  {
    file: 'claim-handle.ts',
    find: "if (row.expires_at <= deps.clock.now()) throw refuse('claim_expired');",
    replace: '',
    breaks: 'an expired ticket still tells whose login it was, and which names are free',
    tests: claim,
  },
  {
    file: 'look-up-handle.ts',
    find: "await pendingTicket(deps, ticket).catch(() => {\n    throw refuse('unauthorized');\n  });",
    replace: '',
    breaks: 'anybody asks which names are taken, with a cookie made up',
    tests: claim,
  },
  {
    file: 'development-provider/development-provider.ts',
    find: "if (!isFromThisMachine(request)) throw refuse('only_on_this_machine');",
    replace: '',
    breaks: 'through a tunnel anybody signs in as anybody',
    tests: ['test/security/this-machine'],
  },
];
