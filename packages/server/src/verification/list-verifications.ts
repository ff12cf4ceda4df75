import type { Input } from '@pid/contract';
import { listIdentitiesById } from '../identity/index.ts';
import { cursorForms, decodeCursor, pageOf } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { appsForReview } from '../relying-parties/index.ts';
import { listWaiting } from './verification.store.ts';

const orderedBy = [cursorForms.dateTime, /^app_[0-9a-f]{24}$/];

export async function listVerifications({ db }: Needs<'db'>, query: Input<'listVerifications'>) {
  const limit = query.limit ?? 50;
  const [askedAt, clientId] = decodeCursor(query.cursor, orderedBy) ?? [];
  const after = askedAt && clientId ? { askedAt, clientId } : null;
  const { items, nextCursor } = pageOf(await listWaiting(db, after, limit + 1), limit, (request) => [
    request.askedAt.toISOString(),
    request.clientId,
  ]);
  const apps = await appsForReview(
    db,
    items.map((request) => request.clientId),
  );
  const owners = await listIdentitiesById(db, [...new Set(apps.map((app) => app.ownerId))]);
  const shown = items.flatMap(({ clientId: asking, about, askedAt: at }) => {
    const app = apps.find((one) => one.clientId === asking);
    const owner = owners.find(({ id }) => id === app?.ownerId);
    // The app was verified without a request in the meantime, so nothing is pending.
    if (!app || app.verified || !owner) return [];
    const {
      clientId: client_id,
      ownerId: _owner,
      verified: _verified,
      origins,
      redirectUris,
      ...looks
    } = app;
    return [
      {
        client_id,
        ...looks,
        origins: [...origins],
        redirectUris: [...redirectUris],
        owner: owner.pid,
        about,
        askedAt: at.toISOString(),
      },
    ];
  });
  return { items: shown, nextCursor };
}
