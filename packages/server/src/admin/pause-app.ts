import { pauseReasonPattern } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Needs } from '../platform/needs.ts';
import { appName, appOwner, hasEverBelonged, setPaused } from '../relying-parties/index.ts';

export function isPauseReason(text: string): boolean {
  return new RegExp(pauseReasonPattern, 'u').test(text);
}

interface PauseInput {
  readonly clientId: string;
  readonly reason: string | null;
  readonly actor: string;
  /** The administrator's identity; null for a machine or the command line. */
  readonly deciderId: string | null;
  readonly origin: AuditOrigin | null;
}

/**
 * Stops logins, tokens and payments through the app on every node within a second, until it is resumed. No
 * data is lost: bearers work again afterwards. Waits for payments and code exchanges that are in progress.
 * Notifies the owner. A pause caused by the owner's suspension is separate and ends with the suspension.
 */
export async function pauseApp(deps: Needs<'db' | 'clock'>, input: PauseInput): Promise<void> {
  await changePause(deps, { ...input, isPaused: true });
}

/** Ends a pause. An administrator cannot resume an app to which they belong or belonged. */
export async function resumeApp(deps: Needs<'db' | 'clock'>, input: PauseInput): Promise<void> {
  await changePause(deps, { ...input, isPaused: false });
}

async function changePause(
  deps: Needs<'db' | 'clock'>,
  input: PauseInput & { readonly isPaused: boolean },
): Promise<void> {
  const { clientId, isPaused, reason, deciderId } = input;
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const owner = await appOwner(tx, clientId);
    if (owner === null) throw refuse('not_found', {}, 'No such app');
    if (!isPaused && deciderId !== null && (await hasEverBelonged(tx, clientId, deciderId)))
      throw refuse('own_app');
    if (!(await setPaused(tx, clientId, isPaused ? { at: now, reason } : null)))
      throw refuse('app_status_unchanged', {
        client_id: clientId,
        state: isPaused ? 'paused' : 'not paused',
      });
    await recordAudit(tx, {
      at: now,
      identityId: owner,
      actor: input.actor,
      action: isPaused ? 'app.paused' : 'app.resumed',
      target: clientId,
      details: { reason },
      origin: input.origin,
    });
    const name = (await appName(tx, clientId)) ?? impossible(`app ${clientId} has no name`);
    await notifyOwner(tx, {
      identityId: owner,
      type: isPaused ? 'app.paused' : 'app.resumed',
      data: { clientId, name },
      now,
    });
  });
}
