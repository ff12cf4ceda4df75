import type { Input } from '@pid/contract';
import { walletOf, type AccountDeps } from '../account/index.ts';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../platform/http/index.ts';
import { listGrants } from './session-grants.store.ts';
import { readStates } from './session-state.ts';

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
  const items = grants.map(({ sessionAddress, sessionPubkey, allowedProgram, expiresAt }, index) => ({
    sessionAddress,
    sessionPubkey,
    allowedProgram,
    expiresAt: Number(expiresAt),
    ...states[index]!,
  }));
  return { items, nextCursor };
}
