import type { Queryable } from '../platform/db/index.ts';
import { readAppNames, readSessionGames, type listAuditEvents } from './audit.store.ts';

type Activity = Awaited<ReturnType<typeof listAuditEvents>>[number];

const clientIdForm = /^app_/;
const sessionActions = /^session\.(?:registration_submitted|registered|revocation_submitted|revoked)$/;

/** The app that an event is about: its target, or named in its details. */
function appOf({ target, details }: Activity): string | null {
  const named = [target, details['clientId'], details['app']];
  return (
    named.find((value): value is string => typeof value === 'string' && clientIdForm.test(value)) ?? null
  );
}

const actorApp = ({ actor }: Activity): string | null => (actor.startsWith('app:') ? actor.slice(4) : null);

/**
 * Adds the names that players know: `app` (the app that the event is about, or the game of a session) and `by` (the
 * app that did it). They are read and not stored, because apps can be renamed.
 */
export async function nameApps(db: Queryable, events: readonly Activity[]): Promise<Activity[]> {
  const clientIds = events.flatMap((event) => [appOf(event) ?? [], actorApp(event) ?? []].flat());
  const sessions = events.flatMap(({ action, target }) =>
    sessionActions.test(action) && target !== null ? [target] : [],
  );
  const [names, games] = await Promise.all([
    clientIds.length > 0 ? readAppNames(db, clientIds) : new Map<string, string>(),
    sessions.length > 0 ? readSessionGames(db, sessions) : new Map<string, string>(),
  ]);
  return events.map((event) => {
    const app = names.get(appOf(event) ?? '') ?? games.get(event.target ?? '');
    const by = names.get(actorApp(event) ?? '');
    return {
      ...event,
      details: {
        ...event.details,
        ...(app === undefined ? {} : { app }),
        ...(by === undefined ? {} : { by }),
      },
    };
  });
}
