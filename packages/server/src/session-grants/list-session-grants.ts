import type { Input } from '@pid/contract';
import { walletOf, type AccountDeps } from '../account/index.ts';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../platform/http/index.ts';
import { pidOf } from '../identity/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { findPlayer, listGrants, type SessionGrant } from './session-grants.store.ts';
import { readStates, type LiveState } from './session-state.ts';

export async function listSessionGrants(
  { db, chain }: Pick<AccountDeps, 'db' | 'chain'>,
  caller: UserCaller,
  query: Input<'listSessionGrants'>,
) {
  const limit = query.limit ?? 50;
  const [before = null] = decodeCursor(query.cursor, [cursorForms.number]) ?? [];
  const { items: grants, nextCursor } = pageOf(
    await listGrants(db, caller.identityId, before, limit + 1),
    limit,
    ({ position }) => [position],
  );
  const states =
    grants.length === 0 ? [] : await readStates(chain, walletOf(chain, caller.pid).account, grants);
  const items = grants.map((grant, index) => ({ game: grant.game, ...shownGrant(grant, states[index]!) }));
  return { items, nextCursor };
}

/** For anyone: the session account is public on the chain. */
export async function getSessionGrant(
  { db, chain }: Pick<AccountDeps, 'db' | 'chain'>,
  sessionAddress: string,
) {
  const player = await findPlayer(db, sessionAddress);
  if (!player) throw refuse('no_such_session');
  const { account } = walletOf(chain, pidOf(player.handle));
  const [state] = await readStates(chain, account, [player.grant]);
  return shownGrant(player.grant, state!);
}

function shownGrant(
  { sessionAddress, sessionPubkey, allowedProgram, expiresAt }: SessionGrant,
  state: LiveState,
) {
  return { sessionAddress, sessionPubkey, allowedProgram, expiresAt: Number(expiresAt), ...state };
}
