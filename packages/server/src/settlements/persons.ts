/**
 * The person behind an actor of the audit log, so that nobody counts as two persons: `budi@pid` on the pages
 * is the same person as `pid --as budi` and `pid --as budi@pid`. A machine credential stands for itself.
 */
export function personOf(actor: string): string {
  const name = /^cli:(.+)$/.exec(actor)?.[1]?.toLowerCase();
  if (name === undefined) return actor;
  return name.endsWith('@pid') ? name : `${name}@pid`;
}

/** The name of a provider in settlements that its status decides. */
export const provider = 'provider';
/** The service itself, where no person takes part. */
export const service = 'service';
