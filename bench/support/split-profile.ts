import { readFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const http = 'HTTP: reading, routing, writing';

/** The parts of a node's work, and the sources of each. The first part that matches a path counts. */
const parts: readonly (readonly [name: string, sources: RegExp])[] = [
  ['PostgreSQL: sending statements, reading rows', /node_modules\/pg|src\/platform\/db\//],
  [
    'checking bodies, serialising',
    /node_modules\/(ajv|fast-json|typebox|@fastify\/(ajv|fast))|platform\/http\/(validator|plain-values|body)|packages\/contract|contract\/src/,
  ],
  [
    'session, admission, rate limit',
    /src\/(sessions|sign-in|identity|relying-parties|step-up)\/|platform\/http\/(judge|caller|cookies|cross-origin|same-origin|step-up|rate|open-rate|redis-rate|addresses)|node_modules\/(jose|rate-limiter)/,
  ],
  [
    'judging and answering (the operation itself)',
    /src\/(ledger|payments|allowances|checkout|settlements|families)\/|platform\/(batch-lane|clock|ids|errors|hash)/,
  ],
  ['public log and events, behind the requests', /src\/(transparency|app-events)\/|protocol\/src\//],
  [
    'logging, metrics, tracing',
    /node_modules\/(pino|prom-client|@opentelemetry|tdigest|bintrees)|platform\/(tracing|metrics|log|request-times)|platform\/http\/observation/,
  ],
  [
    http,
    /node_modules\/(fastify|find-my-way|avvio|light-my|@fastify|fast-|cookie|ret|secure-json)|platform\/http\//,
  ],
];
const collector = 'garbage collection';
const rest = 'everything else';
export const partNames: readonly string[] = [...parts.map(([name]) => name), collector, rest];

/**
 * The share of each part in the time that the node was not idle. Time in Node itself and in native code belongs to the source that
 * called it; without one, to HTTP if Node's network code runs, otherwise to the rest.
 */
export async function splitProfile(profile: Profiler.Profile): Promise<ReadonlyMap<string, number>> {
  const partOf = await namePaths(profile);
  const parents = new Map<number, Profiler.ProfileNode>();
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  for (const node of profile.nodes) for (const child of node.children ?? []) parents.set(child, node);
  const micros = new Map<number, number>();
  for (const [index, id] of (profile.samples ?? []).entries())
    micros.set(id, (micros.get(id) ?? 0) + profile.timeDeltas![index]!);

  const shares = new Map(partNames.map((name) => [name, 0]));
  let busy = 0;
  for (const [id, spent] of micros) {
    const { functionName } = byId.get(id)!.callFrame;
    if (functionName === '(idle)') continue;
    busy += spent;
    const part = functionName === '(garbage collector)' ? collector : callerPart(id);
    shares.set(part, shares.get(part)! + spent);
  }
  for (const [name, spent] of shares) shares.set(name, spent / busy);
  return shares;

  function callerPart(id: number): string {
    let isNetwork = false;
    for (let node = byId.get(id); node; node = parents.get(node.id)) {
      const part = partOf(node.callFrame);
      if (part) return part;
      isNetwork ||= /^node:(_http|internal\/streams|net|internal\/stream_base|http|stream)/.test(
        node.callFrame.url,
      );
    }
    return isNetwork ? http : rest;
  }
}

type Frame = Profiler.ProfileNode['callFrame'];

/** Finds the part of a frame by the source file behind the bundle. */
async function namePaths(profile: Profiler.Profile): Promise<(frame: Frame) => string | null> {
  const maps = new Map<string, SourceMap>();
  for (const url of new Set(profile.nodes.map(({ callFrame }) => callFrame.url))) {
    if (!url.startsWith('file:')) continue;
    const text = await readFile(`${fileURLToPath(url)}.map`, 'utf8').catch(() => null);
    if (text !== null) maps.set(url, new SourceMap(JSON.parse(text)));
  }
  return ({ url, lineNumber, columnNumber }) => {
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
    const source = entry && 'originalSource' in entry ? entry.originalSource : url;
    return parts.find(([, sources]) => sources.test(source))?.[0] ?? null;
  };
}
