import type { Reply } from '@pid/contract';
import type { CarefulClient } from './careful-client.ts';
import type { MoneyApp } from './money-world.ts';

/** Reads the events of an app as the guide says: each request continues after the last number. */
export interface Feed {
  readonly events: Reply<'listAppEvents'>['items'];
  readRest(): Promise<void>;
}

export function openFeed(client: CarefulClient, app: MoneyApp): Feed {
  const events: Reply<'listAppEvents'>['items'] = [];
  return {
    events,
    async readRest() {
      for (;;) {
        const { items } = await client.call(
          'listAppEvents',
          { client_id: app.clientId, after: events.at(-1)?.number ?? 0, limit: 500 },
          { by: app },
        );
        if (items.length === 0) return;
        events.push(...items);
      }
    },
  };
}
