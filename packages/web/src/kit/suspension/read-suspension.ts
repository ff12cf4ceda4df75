import type { Identity } from '../api/shapes.ts';

/**
 * Loaded with the page, for suspended players only: the notice and its reason. The page then does not shift
 * later.
 */
export async function readSuspension({ status }: Pick<Identity, 'status'>, signal: AbortSignal) {
  if (status !== 'suspended') return null;
  const { SuspensionNotice, readReason } = await import('./suspension-notice.tsx');
  return { Notice: SuspensionNotice, reason: await readReason(signal).catch(() => null) };
}

export type Suspension = Awaited<ReturnType<typeof readSuspension>>;
