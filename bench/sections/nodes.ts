import { availableParallelism } from 'node:os';
import { interleave, measure, warmUp, type Sample, type Target } from '../support/load.ts';
import { watchLockWaits } from '../support/lock-waits.ts';
import { childrenOf, residentMiB, type Running } from '../support/processes.ts';
import type { Figure, SectionResult, Table } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import { openRig, targetNames, type TargetName } from '../support/targets.ts';
import type { World } from '../support/world.ts';

export const title = 'Memory, and two nodes against one';

const connections = 64;
const measured: readonly TargetName[] = [targetNames.me, targetNames.sends];
/**
 * The load generator and PostgreSQL need cores too, so two nodes have one core each only on a machine with at
 * least this many.
 */
const coresNeeded = 5;

/** Compares one node, two nodes behind a balancer that costs nothing, and two workers on one port. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const rig = await openRig(world);
  const stops: (() => Promise<void>)[] = [];
  try {
    const start = async (workers: number): Promise<Running> => {
      const node = await rig.database.startNode({ origin: rig.node.origin, workers });
      stops.push(node.stop);
      return node;
    };
    const memory: (string | number)[][] = [];
    const idle = await residentMiB(rig.node.processId);
    const second = await start(1);
    const cluster = await start(2);
    const onSecond = await rig.onNode(second);
    const onCluster = await rig.onNode(cluster);
    const ways: Record<string, (name: TargetName) => Target> = {
      'one node': (name) => rig.targets[name],
      'two nodes': (name) => alternate(rig.targets[name], onSecond[name]),
      '--workers 2': (name) => onCluster[name],
    };
    const tables: Table[] = [];
    const ratios = new Map<TargetName, Ratios>();
    for (const name of measured) {
      say(name);
      const targets = Object.entries(ways).map(([way, make]) => ({ ...make(name), name: way }));
      for (const target of targets) await warmUp(target, connections);
      const samples = await interleave(targets, { connections, ...settings.nodes });
      tables.push(table(name, samples));
      const [one, two] = [samples.get('one node')!, samples.get('two nodes')!];
      ratios.set(name, {
        rate: two.perSecond / one.perSecond,
        processor: two.processorMicros / one.processorMicros,
      });
    }
    say('lock waits of sends');
    const waits: (string | number)[][] = [];
    for (const [way, make] of Object.entries(ways)) {
      const { looks, waiting } = await watchLockWaits(rig.database.owner, () =>
        measure(make(targetNames.sends), connections, settings.nodes.seconds * settings.nodes.rounds),
      );
      waits.push([way, looks, `${(waiting * 100).toFixed(1)} %`]);
    }
    memory.push(['one node, just started', idle.toFixed(0)]);
    memory.push(['one node, after the load above', (await residentMiB(rig.node.processId)).toFixed(0)]);
    const workers = await childrenOf(cluster.processId);
    memory.push(['supervisor of --workers 2', (await residentMiB(cluster.processId)).toFixed(0)]);
    for (const [index, id] of workers.entries())
      memory.push([`its worker ${index + 1}`, (await residentMiB(id)).toFixed(0)]);
    return {
      tables: [
        ...tables,
        {
          title: 'Lock waits of sends',
          columns: ['', 'postings looked at', 'waiting for a row'],
          rows: waits,
        },
        { title: 'Memory', columns: ['process', 'resident, MiB'], rows: memory },
      ],
      figures: figures(ratios),
      notes: notes(),
    };
  } finally {
    for (const stop of stops) await stop();
    await rig.close();
  }
}

/** Uses two nodes concurrently: every second connection goes to the other node. */
function alternate(one: Target, other: Target): Target {
  return {
    name: one.name,
    yardstick: one.yardstick,
    port: one.port,
    otherSide: other,
    processIds: [...one.processIds, ...other.processIds],
    async prepare(seconds) {
      await one.prepare?.(seconds);
      await other.prepare?.(seconds);
    },
    next: () => one.next(),
  };
}

function table(name: string, samples: ReadonlyMap<string, Sample>): Table {
  const one = samples.get('one node')!;
  return {
    title: `${name}, ${connections} connections`,
    columns: ['', 'requests/s', 'against one node', 'processor µs/request, all nodes', 'p50 ms', 'p99 ms'],
    rows: [...samples].map(([way, sample]) => [
      way,
      Math.round(sample.perSecond),
      (sample.perSecond / one.perSecond).toFixed(2),
      sample.processorMicros.toFixed(0),
      sample.p50.toFixed(2),
      sample.p99.toFixed(2),
    ]),
  };
}

interface Ratios {
  readonly rate: number;
  readonly processor: number;
}

function figures(ratios: ReadonlyMap<TargetName, Ratios>): Figure[] {
  const cores = availableParallelism();
  const { rate, processor } = ratios.get(targetNames.me)!;
  const sends = ratios.get(targetNames.sends)!;
  const tooFew =
    cores < coresNeeded
      ? `Two nodes, PostgreSQL and the load generator share ${cores} cores here, which one node and the generator can fill alone, so this machine cannot show it. `
      : null;
  return [
    {
      name: 'two nodes against one, identity/me',
      wanted: { atLeast: 1.7 },
      reached: rate,
      ...(tooFew && {
        remark: `${tooFew}A request on two nodes costs ${processor.toFixed(2)} times the processor time of a request on one`,
      }),
    },
    {
      name: 'two nodes against one, fiat/sends',
      wanted: { atLeast: 1.6 },
      reached: sends.rate,
      ...(tooFew && {
        remark: `${tooFew}See “Lock waits of sends” below for how long postings wait for each other`,
      }),
    },
  ];
}

function notes(): string[] {
  return [
    'Two nodes share one PostgreSQL and nothing else. Each gets half of the connections, as behind a balancer. Processor time is the sum over the nodes: if it stays the same per request, only the number of cores limits what a second node adds. The generator is one process.',
  ];
}
