import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { openFiller } from '../../packages/server/test/many-rows.ts';
import { mainFile } from './pid-process.ts';

vi.setConfig({ testTimeout: 300_000 });
const service = await startTestService();
// More than a pipe holds.
const count = 12_000;
const filler = openFiller(service);
await filler.people(count);
await filler.auditEvents(count, 'family.linked');
await filler.auditEvents(count, 'tier.registered');
const environment = {
  PATH: process.env['PATH'],
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_MASTER_KEY: testMasterKey,
};

/** The lines of the security log go elsewhere than to standard error. */
const quiet = { PID_COMMAND_LOG: '/dev/null' };

/** Runs a line of the shell in which `pid` is the built command line. Returns the exit code of `pid`. */
async function shell(
  line: string,
  settings: Record<string, string> = {},
): Promise<{ code: number; errors: string }> {
  const script = `pid() { ${JSON.stringify(process.execPath)} ${JSON.stringify(mainFile)} "$@"; }; ${line}`;
  const child = spawn('bash', ['-c', script], {
    env: { ...environment, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 255)));
  return { code, errors };
}

async function writeLines(name: string, head: string, lineOf: (n: number) => string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-output-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, name);
  await writeFile(file, [head, ...Array.from({ length: count }, (_, n) => lineOf(n)), ''].join('\n'));
  return file;
}

test('a reader that has seen enough, or nothing, is no error', async () => {
  const charges = await writeLines(
    'charges.csv',
    'Order ID,Transaction ID,Amount,Transaction status',
    (n) => `never-${n},tx-${n},1000.00,settlement`,
  );
  for (const command of [
    'audit export',
    'breach list --since 2020-01-01',
    'security-log follow --once',
    'report children',
    'report emoney --json',
    `ledger settle ${charges} --from 2020-01-01 --until 2100-01-01`,
    'ledger audit',
  ])
    for (const reader of ['head -n 1', 'true'])
      expect([
        command,
        reader,
        await shell(`pid ${command} | ${reader}; exit \${PIPESTATUS[0]}`, quiet),
      ]).toEqual([command, reader, { code: 0, errors: '' }]);
});

test('a command that changes something completes without a reader', async () => {
  const { pid, handle } = await newPlayer(service);
  const left = await writeLines(
    'left.csv',
    'settlement,amount,bankCode,accountNumber,holderName,clientId',
    (n) => `${n},1000,BCA,1234567890,PT Filled,app_x`,
  );
  const command = `pid settlements recover ${left} --as ${handle} --yes | head -n 1; exit \${PIPESTATUS[0]}`;
  expect(await shell(command, { ...quiet, PID_ADMINS: pid })).toEqual({
    code: 1,
    errors: `${count} of ${count} lines were refused.\n`,
  });
});

test('a full disk is one sentence', async () => {
  expect(await shell('pid audit export > /dev/full', quiet)).toEqual({
    code: 1,
    errors: 'Standard output cannot be written: ENOSPC.\n',
  });
});

test('a refused connection is one sentence', async () => {
  const refused = { PID_DATABASE_URL: 'postgresql://pid@127.0.0.1:1/pid' };
  const { code, errors } = await shell('pid audit export', refused);
  expect([code, errors.trim().split('\n')]).toEqual([
    1,
    [expect.stringContaining('PID_DATABASE_URL cannot be reached')],
  ]);
});

test('an unexpected fault is one sentence, and a stack trace only for a bug report', async () => {
  const { superuser } = filler;
  await superuser.query(
    `create function refuse_odd() returns trigger language plpgsql as $$ begin raise exception 'something odd'; end $$;
     create trigger odd before insert on audit_events for each row execute function refuse_odd()`,
  );
  onTestFinished(async () => {
    await superuser.query('drop function refuse_odd cascade');
  });
  expect(await shell('pid breach list --since 2020-01-01')).toEqual({
    code: 1,
    errors: expect.stringMatching(
      /^\{.*\}\n\{.*\}\nUnexpected error: something odd\. For a bug report, [^\n]*\n$/,
    ),
  });
  const { code, errors } = await shell('pid breach list --since 2020-01-01', { PID_LOG_LEVEL: 'debug' });
  expect([code, errors]).toEqual([1, expect.stringMatching(/something odd\n +at /)]);
});

test('Ctrl-C says how to continue', async () => {
  const child = spawn(process.execPath, [mainFile, 'audit', 'export'], {
    env: { ...environment, ...quiet },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  // Nobody reads on, so the command waits in the middle of its output.
  await once(child.stdout, 'readable');
  child.kill('SIGINT');
  child.stdout.resume();
  const [code] = (await once(child, 'close')) as [number];
  expect([code, errors]).toEqual([
    130,
    expect.stringMatching(/^Interrupted after [\d,]+ events\. To export the rest, add --after \d+\.\n$/),
  ]);
});
