/**
 * Returns the person of an actor in the audit log. `budi@pid` on the pages, `pid --as budi` and
 * `pid --as budi@pid` are the same person. A machine credential is a person of its own.
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
