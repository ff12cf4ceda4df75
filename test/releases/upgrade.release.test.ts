import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { emptyDatabase } from '../../packages/server/test/new-database.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { withoutLimits } from '../faults/own-world.ts';
import { isAsked, spawnPid, type PidProcess } from '../process/pid-process.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { sampleNginx, type OwnProgram } from '../support/own-programs.ts';
import { lastRelease, nextRelease, restoreRelease } from './releases.ts';
import { buildRelease, commitOf, copyAsNextRelease, type ReleaseTree } from './release-tree.ts';
import { startUpgradeLoad, type UpgradeLoad } from './upgrade-load.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 });

const nginx = ensureTool('nginx', { debian: 'nginx-light' });
const commit = commitOf(lastRelease);
const reason = skipReason({ nginx, [`commit of release ${lastRelease} in this clone`]: commit });

describe.skipIf(reason !== '')(
  `two nodes of release ${lastRelease} behind nginx, under load${reason}`,
  () => {
    let [earlier, later]: ReleaseTree[] = [];
    let proxy: OwnProgram | undefined;
    let load: UpgradeLoad | undefined;
    const nodes: PidProcess[] = [];
    let environments: Record<string, string>[];
    let ownerUrl: string;

    const pid = async (tree: ReleaseTree, ...words: string[]) => {
      const { stdout } = await promisify(execFile)(process.execPath, [tree.main, ...words], {
        env: { ...environments[0], PATH: process.env['PATH'], PID_DATABASE_OWNER_URL: ownerUrl },
      });
      return stdout.trim();
    };

    /** As an operator does: SIGTERM, wait until the node has drained, start the other one, wait for the balancer. */
    async function replaceNode(index: number, tree: ReleaseTree, more: Record<string, string> = {}) {
      const { child, ended } = nodes[index]!;
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      nodes[index] = await spawnPid({ ...environments[index], ...more }, tree.main);
      await expect.poll(() => isAsked(nodes[index]!)).toBe(true);
    }

    beforeAll(async () => {
      earlier = buildRelease(commit!);
      later = copyAsNextRelease();
      ({ ownerUrl } = await emptyDatabase());
      await restoreRelease(ownerUrl);
      const [proxyPort, first, second] = [await freePort(), await freePort(), await freePort()];
      environments = [first, second].map((port) => ({
        ...withoutLimits,
        PID_DATABASE_URL: serviceUrl(ownerUrl),
        PID_MASTER_KEY: testMasterKey,
        PID_BASE_URL: `http://localhost:${proxyPort}`,
        PID_TRUSTED_PROXIES: '127.0.0.1,::1',
        PID_HOST: '127.0.0.1',
        PID_DRAIN_SECONDS: '2',
        PID_CHAIN: 'off',
        PID_PORT: String(port),
      }));
      // Only the service creates the tables of the development sign-in, and it needs the owner's address for that.
      for (const environment of environments)
        nodes.push(await spawnPid({ ...environment, PID_DATABASE_OWNER_URL: ownerUrl }, earlier.main));
      proxy = await sampleNginx(nginx!, [first, second], proxyPort);
      load = await startUpgradeLoad(`http://localhost:${proxyPort}`);
    });

    afterAll(async () => {
      await load?.finish().catch(() => {});
      await proxy?.stop();
      for (const { child, ended } of nodes) {
        child.kill('SIGTERM');
        await ended;
      }
      earlier?.remove();
      later?.remove();
    });

    test(`the upgrade fails no request and loses no send, and the old release starts again on the new schema`, async () => {
      const { more, failures, sends, payments, counts, finish } = load!;
      expect(await pid(earlier!, '--version')).toBe(lastRelease);
      expect(await pid(later!, '--version')).toBe(nextRelease);
      const steps: [string, () => Promise<unknown>][] = [
        ['old nodes on the old schema', async () => {}],
        ['migrate', () => pid(later!, 'migrate')],
        ['an old node starts on the new schema', () => replaceNode(0, earlier!)],
        ['a new node beside an old one', () => replaceNode(0, later!, { PID_DATABASE_OWNER_URL: ownerUrl })],
        ['only new nodes', () => replaceNode(1, later!)],
        ['back to an old node beside a new one', () => replaceNode(1, earlier!)],
        ['only new nodes again', () => replaceNode(1, later!)],
      ];
      for (const [name, step] of steps) {
        await step();
        await more(100);
        expect([name, failures.slice(0, 5)]).toEqual([name, []]);
      }
      await finish();
      expect(failures).toEqual([]);
      process.stdout.write(
        `${lastRelease} → ${nextRelease}: ${counts().answered} requests answered, ${failures.length} failed; ${sends.size} sends, ${payments.size} payments, ${counts().signedIn} sign-ins\n`,
      );

      expect(await pid(later!, 'ledger', 'audit')).toMatch(/^The ledger is whole/);
      const db = openDatabase({ connectionString: ownerUrl, poolSize: 1, log: createLogger('silent') });
      try {
        const { rows: posted } = await db.query<{
          note: string;
          id: string;
          amount: bigint;
          balance: bigint;
        }>("select note, id, amount, payer_balance as balance from ledger_postings where type = 'send'");
        const books = posted.map(({ note, id, amount, balance }) => [
          note,
          { id, amount: Number(amount), balance: Number(balance) },
        ]);
        expect(books.length).toBe(sends.size);
        expect(new Map(books as never)).toEqual(sends);
        const { rows: stored } = await db.query<{ id: string; status: string; captured: bigint }>(
          'select id, status, captured from payments',
        );
        expect(new Map(stored.map(({ id, status, captured }) => [id, [status, Number(captured)]]))).toEqual(
          new Map([...payments].map(([id, { status, captured }]) => [id, [status, captured]])),
        );
        const { rows: releases } = await db.query('select version from applied_releases order by applied_at');
        expect(releases.at(-1)).toEqual({ version: nextRelease });
      } finally {
        await db.close();
      }
    });
  },
);
