import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { askUpstream } from '../platform/upstream.ts';

export interface SolPrice {
  /** Of one SOL. */
  readonly idr: number;
  readonly at: string;
}

/** Returns the known price without waiting; null if there is none or it is too old. */
export type SolPriceReader = () => SolPrice | null;

interface PriceDeps {
  readonly url: URL | null;
  readonly field: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly fetch?: typeof globalThis.fetch;
}

const askEveryMillis = 60_000;
const goodForMillis = 15 * 60_000;
const timeoutMillis = 5000;
const bytesMax = 65_536;
const idrMax = 1e12;

/**
 * Reads the price of one SOL from the operator's source. It is requested in the background, when a caller
 * reads it and a minute has passed. A slow, missing or malformed source delays no caller and never shows a
 * price.
 */
export function openSolPrice({
  url,
  field,
  clock,
  log,
  fetch = globalThis.fetch,
}: PriceDeps): SolPriceReader {
  if (!url) return () => null;
  let known: { idr: number; atMillis: number } | null = null;
  let askedMillis = Number.NEGATIVE_INFINITY;

  async function ask(from: URL): Promise<void> {
    const response = await fetch(from, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMillis),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const idr = priceIn(await readLittle(response), field);
    if (idr === null) throw new Error(`response has no price at ${field}`);
    known = { idr, atMillis: clock.nowMillis() };
  }

  return () => {
    const now = clock.nowMillis();
    if (now - askedMillis >= askEveryMillis) {
      askedMillis = now;
      askUpstream({ kind: 'price', host: url.host }, 'price of SOL', () => ask(url)).catch((error: unknown) =>
        log.warn(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'the price of SOL could not be read',
        ),
      );
    }
    if (!known || now - known.atMillis >= goodForMillis) return null;
    return { idr: known.idr, at: new Date(known.atMillis).toISOString() };
  };
}

/** Reads at most `bytesMax` bytes, whatever the source sends. */
async function readLittle(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error('says too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function priceIn(text: string, field: string): number | null {
  let value: unknown = JSON.parse(text);
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  const price = typeof value === 'string' ? Number(value) : value;
  return typeof price === 'number' && price > 0 && price < idrMax ? price : null;
}
