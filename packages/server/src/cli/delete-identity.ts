import { eraseIdentity, type Identity } from '../identity/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { CommandContext } from './command.ts';
import { withWiredApp } from './wired-app.ts';

/**
 * Deletes an identity like the administrator's HTTP operation: it first checks the wallet on the chain and
 * cancels open top-ups at the provider.
 */
export async function deleteFromCommand(
  context: CommandContext,
  db: Database,
  { pid, abandonReason }: { readonly pid: string; readonly abandonReason: string | null },
): Promise<Identity> {
  return withWiredApp(context, db, ({ administration }) =>
    eraseIdentity(administration, {
      pid,
      actor: context.actor,
      origin: null,
      ...(abandonReason !== null && { abandonReason }),
      ...(context.reason !== null && { details: { reason: context.reason } }),
    }),
  );
}
