import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/test-database.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { insertMove, reservePlay, sweepPlay } from './play.store.ts';

const service = await startTestService();

describe('the play sponsor’s caps', () => {
  it('are never exceeded by concurrent moves', async () => {
    const db = await testDatabase();
    const reserve = () =>
      db.transaction((tx) =>
        reservePlay(tx, { day: '2026-11-15', holder: 'all', lamports: 10n, capLamports: 45n }),
      );
    const granted = await Promise.all(Array.from({ length: 12 }, reserve));
    expect(granted.filter(Boolean)).toHaveLength(4);
    expect(
      await db.transaction((tx) =>
        reservePlay(tx, { day: '2026-11-16', holder: 'all', lamports: 46n, capLamports: 45n }),
      ),
    ).toBe(false);
  });

  it('count the same transaction once; old moves are deleted', async () => {
    const { handle } = await newPlayer(service);
    const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
      handle,
    ]);
    const now = service.clock.now();
    const move = { signature: 'same', identityId: rows[0]!.id, sessionAddress: 'session', lamports: 5n, now };
    const insert = () => service.db.transaction((tx) => insertMove(tx, move));
    expect((await Promise.all([insert(), insert(), insert()])).filter(Boolean)).toHaveLength(1);
    await sweepPlay(service.db, new Date(now.getTime() + 1));
    expect(await insert()).toBe(true);
  });
});
