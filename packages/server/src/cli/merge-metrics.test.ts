import { expect, test } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

test('labels every sample with its worker and describes every family once', () => {
  const text = (value: number) =>
    `# HELP up Whether it runs\n# TYPE up gauge\nup ${value}\n\n# HELP seconds How long\n# TYPE seconds histogram\nseconds_bucket{le="1"} ${value}\nseconds_sum ${value}\n`;
  expect(
    mergeMetrics([
      { worker: 1, text: text(3) },
      { worker: 2, text: text(4) },
    ]).split('\n'),
  ).toEqual([
    '# HELP up Whether it runs',
    '# TYPE up gauge',
    'up{worker="1"} 3',
    'up{worker="2"} 4',
    '# HELP seconds How long',
    '# TYPE seconds histogram',
    'seconds_bucket{worker="1",le="1"} 3',
    'seconds_sum{worker="1"} 3',
    'seconds_bucket{worker="2",le="1"} 4',
    'seconds_sum{worker="2"} 4',
    '',
  ]);
});
