import { expect, test } from 'vitest';
import { handleEach } from './handle-each.ts';
import { startJobs } from './jobs.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';

test('counts the failures of each job since its last success', async () => {
  const metrics = createMetrics();
  let isBroken = true;
  const jobs = startJobs(
    [
      {
        name: 'sweep',
        everySeconds: 3600,
        async run() {
          if (isBroken) throw new Error('broken');
        },
      },
      { name: 'other', everySeconds: 3600, run: async () => {} },
    ],
    { log: createLogger('silent'), metrics },
  );
  const counts = async () =>
    [...(await metrics.render()).matchAll(/^pid_job_failures\{name="(\w+)"\} (\d+)$/gm)].map(
      ([, name, count]) => [name, Number(count)],
    );
  expect(await counts()).toEqual([
    ['sweep', 0],
    ['other', 0],
  ]);
  for (const _ of [1, 2]) await expect(jobs.runNow('sweep')).rejects.toThrow('broken');
  expect(await counts()).toContainEqual(['sweep', 2]);
  isBroken = false;
  await jobs.runNow('sweep');
  expect(await counts()).toContainEqual(['sweep', 0]);
  await jobs.stop();
});

test('handles every row but those that fail, and the log names these with their reasons', async () => {
  const left = Array.from({ length: 250 }, (_, row) => row);
  const isBroken = (row: number) => row % 2 === 0;
  const failure = await handleEach(
    async ({ limit, skip }) => left.slice(skip, skip + limit),
    async (row) => {
      if (isBroken(row)) throw new Error('broken');
      left.splice(left.indexOf(row), 1);
    },
  ).catch((error: unknown) => error);
  expect(left).toEqual(Array.from({ length: 125 }, (_, index) => index * 2));
  const lines: string[] = [];
  createLogger('warn', { write: (line) => void lines.push(line) }).warn({ err: failure }, 'job failed');
  const { err } = JSON.parse(lines[0]!) as { err: { message: string; errors: unknown[] } };
  expect([err.message, err.errors.length]).toEqual(['rows failed: 125', 10]);
  expect(err.errors[1]).toMatchObject({ message: '2 failed', cause: { message: 'broken' } });
});
