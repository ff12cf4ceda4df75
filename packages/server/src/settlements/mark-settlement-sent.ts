import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { findIdentityByPid } from '../identity/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { hasEverBelonged } from '../relying-parties/index.ts';
import { describeForAdmin } from './describe-settlement.ts';
import { personOf } from './persons.ts';
import { refuseWhileOff, type SettlementDeps } from './settlement-deps.ts';
import {
  findBlock,
  findSettlement,
  sendSettlements,
  type Sending,
  type Settlement,
} from './settlements.store.ts';

export interface SendInput {
  readonly id: string;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly actor: string;
  readonly origin: AuditOrigin | null;
}

type SendDeps = Pick<SettlementDeps, 'db' | 'clock' | 'sealer' | 'mode'>;

/** An administrator is about to transfer a settlement by hand. From now on the owner cannot cancel it. */
export async function markSettlementSent(deps: SendDeps, input: SendInput) {
  refuseUnlessManual(deps);
  const { id, actor, origin, reference, reason } = input;
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const settlement = await findSettlement(tx, id);
    if (!settlement) throw refuse('settlement_not_found');
    const by = personOf(actor);
    const person = await findIdentityByPid(tx, by);
    if (person && (await hasEverBelonged(tx, settlement.clientId, person.id))) throw refuse('own_app');
    const sending = { ids: [settlement.id], limit: 1, by, provider: null, exportId: null };
    const [sent] = await sendAndAudit(tx, sending, { actor, origin, reference, reason }, now);
    if (sent) return describeForAdmin(deps.sealer, sent);
    const { status, clientId } = (await findSettlement(tx, id))!;
    const block = status === 'requested' ? await findBlock(tx, clientId, now) : null;
    throw block === null
      ? refuse('settlement_ended', { status })
      : refuse('settlement_blocked', { reason: block });
  });
}

export function refuseUnlessManual(deps: Pick<SettlementDeps, 'mode'>): void {
  refuseWhileOff(deps);
  if (deps.mode.provider) throw refuse('settlement_with_provider');
}

interface SentBy {
  readonly actor: string;
  readonly origin: AuditOrigin | null;
  readonly reference?: string | null;
  readonly reason?: string | null;
}

/** Commit before anything leaves PID. */
export async function sendAndAudit(
  tx: Tx,
  sending: Sending,
  { actor, origin, reference, reason }: SentBy,
  now: Date,
): Promise<Settlement[]> {
  const sent = await sendSettlements(tx, sending, now);
  for (const { id, ownerId, clientId, amount } of sent)
    await recordAudit(tx, {
      at: now,
      identityId: ownerId,
      actor,
      action: 'settlement.sent',
      target: id,
      details: {
        app: clientId,
        amount: Number(amount),
        ...(sending.exportId ? { export: sending.exportId } : {}),
        ...(sending.provider ? { provider: sending.provider } : {}),
        ...(reference ? { reference } : {}),
        ...(reason ? { reason } : {}),
      },
      origin,
    });
  return sent;
}
