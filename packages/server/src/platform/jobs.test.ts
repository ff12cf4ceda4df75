import { expect, test } from 'vitest';
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
