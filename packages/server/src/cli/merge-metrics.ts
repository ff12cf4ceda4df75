export interface WorkerMetrics {
  readonly worker: number;
  /** In Prometheus' text format. */
  readonly text: string;
}

/**
 * Merges the metrics of several workers: labels every sample with its worker and describes every family once.
 */
export function mergeMetrics(parts: readonly WorkerMetrics[]): string {
  const families = new Map<string, { described: string[]; samples: string[] }>();
  for (const { worker, text } of parts) {
    let family = '';
    for (const line of text.split('\n')) {
      const described = /^# (?:HELP|TYPE) (\S+)/.exec(line);
      if (described) family = described[1]!;
      if (line === '') continue;
      const kept = families.get(family) ?? { described: [], samples: [] };
      families.set(family, kept);
      if (line.startsWith('#')) {
        if (!kept.described.includes(line)) kept.described.push(line);
      } else kept.samples.push(labelled(line, worker));
    }
  }
  const lines = [...families.values()].flatMap(({ described, samples }) => [...described, ...samples]);
  return `${lines.join('\n')}\n`;
}

function labelled(sample: string, worker: number): string {
  const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*/.exec(sample)?.[0] ?? '';
  const rest = sample.slice(name.length);
  const label = `worker="${worker}"`;
  return rest.startsWith('{') ? `${name}{${label},${rest.slice(1)}` : `${name}{${label}}${rest}`;
}
