import type { Input } from '@pid/contract';
import { canonicalJson } from '@pid/protocol';
import { findIdentityByPid } from '../identity/index.ts';
import { newPostingId } from '../ledger/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { impossible, invalid, refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import { sha256 } from '../platform/hash.ts';
import type { AllowanceDeps } from './allowance-deps.ts';
import { findByReference, insertAllowance, type Allowance } from './allowances.store.ts';

type AllowanceRequest = Omit<Input<'createAllowance'>, 'client_id'>;

/** Parameters that we add to the return address. An address that already has one could fake our response. */
const answerParameters = ['allowance_id', 'status'];

/** Asks a player for an allowance. The same reference with the same request returns the same allowance, as it is now. */
export async function createAllowance(
  deps: AllowanceDeps,
  caller: Caller,
  { clientId, input }: { readonly clientId: string; readonly input: AllowanceRequest },
): Promise<{ allowance: Allowance; isNew: boolean }> {
  await deps.apps.admit(deps.db, caller, clientId, 'createAllowance');
  const { returnTo = null, endsAt = null, ...terms } = input;
  const requestHash = sha256(canonicalJson({ ...terms, returnTo, endsAt }));
  const same = (allowance: Allowance) => {
    if (!allowance.requestHash.equals(requestHash)) throw refuse('allowance_reference_used');
    return allowance;
  };
  const known = await findByReference(deps.db, deps.timeZone, { clientId, reference: input.reference });
  // What was valid when the allowance was created may be refused now.
  if (known) return { allowance: same(known), isNew: false };

  const end = endsAt === null ? null : readEnd(endsAt);
  const address = returnTo === null ? null : await readReturnTo(deps, clientId, returnTo);
  const id = newPostingId(deps.clock, deps.ids);
  const allowance = await deps.db.transaction(async (tx) => {
    if (await deps.apps.isPausedUnderLock(tx, clientId)) throw refuse('app_paused');
    const identityId = await readPlayer(deps, tx, clientId, input.pid);
    await insertAllowance(tx, {
      id,
      clientId,
      identityId,
      reference: input.reference,
      requestHash,
      amount: BigInt(input.amount),
      period: input.period,
      description: input.description,
      returnTo: address?.href ?? null,
      returnOrigin: address?.origin ?? null,
      endsAt: end,
    });
    const made = await findByReference(tx, deps.timeZone, { clientId, reference: input.reference });
    if (!made && end) throw wrongEnd();
    return made ?? impossible('a new allowance is missing');
  });
  return { allowance: same(allowance), isNew: allowance.id === id };
}

/** Unknown players and players who have not connected the app get the same response. */
async function readPlayer({ apps }: AllowanceDeps, tx: Tx, clientId: string, pid: string): Promise<string> {
  const player = await findIdentityByPid(tx, pid);
  const terms = player && (await apps.termsFor(tx, clientId, player.id));
  if (!player || player.status === 'deleted' || !terms?.connected) throw refuse('player_not_connected');
  if (terms.ownerIdentityId === player.id) throw refuse('own_payment');
  return player.id;
}

function readEnd(text: string): Date {
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) throw wrongEnd();
  return new Date(millis);
}

function wrongEnd() {
  return invalid('endsAt must be at least a minute and at most 366 days from now');
}

function readReturnTo({ db, apps }: AllowanceDeps, clientId: string, address: string) {
  return apps.requireReturnAddress(db, clientId, { field: 'returnTo', address, reserved: answerParameters });
}
