import { interleave, warmUp, type Compared } from '../support/load.ts';
import { settings } from '../support/settings.ts';
import { splitCosts } from '../support/split-costs.ts';
import { openRig, targetNames, type TargetName } from '../support/targets.ts';
import type { Figure, SectionResult, Series, Table } from '../support/results.ts';
import type { World } from '../support/world.ts';
import { makeTargets as paymentTargets, names as paymentNames } from './payments.ts';

export const title = 'Hot paths at rising concurrency';

const plotted: readonly TargetName[] = [
  targetNames.bareGet,
  targetNames.plainGet,
  targetNames.me,
  targetNames.bearer,
  targetNames.grants,
  targetNames.exchange,
  targetNames.sends,
];

/** Measures each path and a comparable fastify route in alternating rounds. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const rig = await openRig(world);
  try {
    const targets = Object.values(rig.targets);
    const { rounds, seconds } = settings.hotPaths;
    say('warming up');
    for (const target of targets) await warmUp(target, 32);
    const byLevel = new Map<number, Map<string, Compared>>();
    const tables: Table[] = [];
    for (const connections of settings.levels) {
      say(`${connections} connections`);
      const samples = await interleave(targets, { connections, rounds, seconds });
      byLevel.set(connections, samples);
      tables.push({
        title: `${connections} ${connections === 1 ? 'connection' : 'connections'}`,
        columns: [
          'path',
          'requests/s',
          'ratio',
          'processor µs/request',
          'ratio',
          'p50 ms',
          'p90 ms',
          'p99 ms',
        ],
        rows: targets.map(({ name }) => row(name, samples.get(name)!)),
      });
    }
    say('where the time of a send goes');
    const connections = near(byLevel, 128);
    const sends = byLevel.get(connections)!.get(targetNames.sends)!;
    const where = await splitCosts(paymentTargets, new Map([[paymentNames.send, sends]]), {
      names: [paymentNames.send],
      connections,
    });
    return {
      tables: [...tables, ...where],
      figures: figures(byLevel),
      series: plotted.map((name): Series => ({
        name,
        points: [...byLevel].map(([connections, samples]) => {
          const { perSecond, p99 } = samples.get(name)!;
          return { connections, perSecond: Math.round(perSecond), p99 };
        }),
      })),
      notes: [
        'The ratio of requests is the path’s rate divided by its yardstick’s. The ratio of processor time is the yardstick’s cost divided by the path’s. Both are 1.00 for a path that costs no more than its yardstick. The generator, the service and PostgreSQL share the cores, so a path that waits for PostgreSQL has fewer requests but no more processor time of the service.',
        'identity/me, the bearer read and grants/validate are compared with a plain fastify server that does the same visible work: it checks a signed cookie and caches it, sets a request id, sends the same fixed headers, and for grants/validate validates the same body schema. auth/exchange and fiat/sends are compared with a bare fastify that parses a JSON body and returns it. Every code is exchanged once. Sends are acknowledged after a durable commit (fsync on).',
        whereSendsSpend(byLevel),
        'Where the time of a send goes, below, is measured like that of payments: on another node with a profiler, with players who each send seldom.',
        `identity/me by cookie reaches ${bareRatio(byLevel)} of the requests of bare fastify, which has no checks, limits or extra headers.`,
        '“1,000 players” uses another player for each request. A node caches an admission for 0.9 s, so some of these requests go to PostgreSQL. The other fiat/sends use 50 players in turn.',
        `Medians of ${rounds} rounds of ${seconds} s each; a ratio is the median of the ratios of each round.`,
      ],
    };
  } finally {
    await rig.close();
  }
}

function row(name: string, sample: Compared): (string | number)[] {
  return [
    name,
    Math.round(sample.perSecond),
    sample.ratio.toFixed(2),
    sample.processorMicros.toFixed(0),
    sample.processorRatio.toFixed(2),
    sample.p50.toFixed(2),
    sample.p90.toFixed(2),
    sample.p99.toFixed(2),
  ];
}

/** Splits the processor time of a send into what every request costs and what the send adds. */
function whereSendsSpend(byLevel: ReadonlyMap<number, ReadonlyMap<string, Compared>>): string {
  const level = near(byLevel, 128);
  const micros = (name: TargetName) => Math.round(byLevel.get(level)!.get(name)!.processorMicros);
  const [bare, plain, send] = [targetNames.bareEcho, targetNames.plainPost, targetNames.sends].map(micros);
  return `Processor time of the node for a send at ${level} connections: ${send} µs. A bare fastify POST takes ${bare} µs; with a signed cookie, a checked body, a request id and the fixed headers ${plain} µs. So a send itself adds ${send! - plain!} µs. Half the rate of a bare POST would need at most ${2 * bare!} µs, even if PostgreSQL and the load generator had cores of their own, which they have not here.`;
}

/** The rate of identity/me divided by that of a bare fastify GET without any checks, for each level. */
function bareRatio(byLevel: ReadonlyMap<number, ReadonlyMap<string, Compared>>): string {
  return [...byLevel]
    .map(([level, samples]) => {
      const share = samples.get(targetNames.me)!.perSecond / samples.get(targetNames.bareGet)!.perSecond;
      return `${share.toFixed(2)} at ${level}`;
    })
    .join(', ');
}

/** The highest measured number of connections up to `wanted`. */
const near = (byLevel: ReadonlyMap<number, unknown>, wanted: number) =>
  [...byLevel.keys()].findLast((level) => level <= wanted)!;

function figures(byLevel: ReadonlyMap<number, ReadonlyMap<string, Compared>>): Figure[] {
  const ratio = (name: TargetName, level: number) => byLevel.get(level)!.get(name)!.ratio;
  const [usual, many] = [near(byLevel, 32), near(byLevel, 128)];
  const best = (name: TargetName) =>
    Math.max(...[...byLevel.values()].map((samples) => samples.get(name)!.perSecond));
  const at = (level: number) => `at ${level} connections`;
  return [
    {
      name: `identity/me against a plain fastify that does the same visible work, ${at(usual)}`,
      wanted: { atLeast: 0.85 },
      reached: ratio(targetNames.me, usual),
    },
    {
      name: `bearer read against the same plain fastify, ${at(usual)}`,
      wanted: { atLeast: 0.75 },
      reached: ratio(targetNames.bearer, usual),
    },
    {
      name: `grants/validate against a plain fastify with the same body, schema, cookie and headers, ${at(usual)}`,
      wanted: { atLeast: 0.6 },
      reached: ratio(targetNames.grants, usual),
    },
    {
      name: 'exchanges per second, best level',
      wanted: { atLeast: 300 },
      reached: best(targetNames.exchange),
      unit: '/s',
    },
    {
      name: `auth/exchange, processor time of the node, ${at(usual)}`,
      wanted: { atMost: 300 },
      reached: byLevel.get(usual)!.get(targetNames.exchange)!.processorMicros,
      unit: ' µs',
    },
    {
      name: `sends over HTTP against a bare fastify POST, ${at(many)}`,
      wanted: { atLeast: 0.5 },
      reached: ratio(targetNames.sends, many),
    },
    {
      name: `sends over HTTP, p99 ${at(many)}`,
      wanted: { atMost: 60 },
      reached: byLevel.get(many)!.get(targetNames.sends)!.p99,
      unit: ' ms',
    },
  ];
}
