import { between, chance, pick } from './careful-client.ts';
import { topUpMissing, twiceShare, type Pass, type Purchase, type RoundDeps } from './money-told.ts';
import type { MoneyApp, PasskeyPlayer } from './money-world.ts';

/** The allowance of a player for an app, while it is being approved or charged. */
const current = new WeakMap<PasskeyPlayer, Map<MoneyApp, Promise<Pass>>>();
const passMin = 20_000;
const passMax = 150_000;
const endShare = 0.05;
/** The minimum fee, which is also that of the largest charge. */
const feeMax = 100;

/** A payment by an allowance. Null: the allowance could not pay it, so its reference is free, and the player is asked instead. */
export async function charge(
  deps: RoundDeps,
  reference: string,
  payer: PasskeyPlayer,
): Promise<Purchase | null> {
  const { client } = deps;
  const app = pick(deps.apps);
  const pass = await passOf(deps, app, payer);
  const amount = between(1000, 40_000);
  const input = { client_id: app.clientId, reference, amount, description: 'Satu bulan', allowance: pass.id };
  for (;;) {
    const ending = chance(endShare) ? end(deps, pass) : null;
    const press = () =>
      client.ask('createPayment', input, {
        by: app,
        accepts: ['allowance_exceeded', 'allowance_unavailable'],
      });
    const answers = await Promise.all(chance(twiceShare) ? [press(), press()] : [press()]);
    await ending;
    const paid = answers.flatMap(({ body }) => body ?? []);
    const [told] = paid;
    if (told) {
      const wrong = paid.find(({ id, status }) => id !== told.id || status !== 'paid');
      if (wrong || told.amount !== amount || told.payer !== payer.pid)
        throw new Error(`${reference} should be paid once: ${JSON.stringify(paid)}`);
      return {
        reference,
        app,
        payer,
        to: null,
        capture: 'automatic',
        pass,
        told,
        confirmed: told.total,
        refunds: [],
      };
    }
    const refusals = answers.map(({ refusal }) => refusal!);
    const isOver = refusals.some(
      ({ code, context }) => code === 'allowance_exceeded' || context['reason'] !== undefined,
    );
    if (isOver) {
      if (chance(0.5)) await end(deps, pass);
      return null;
    }
    // The app does not learn why. In this world, only the balance can be the reason.
    await topUpMissing(deps, payer, amount + feeMax);
  }
}

/** The current allowance, or a new one. One at a time for each player and app. */
function passOf(deps: RoundDeps, app: MoneyApp, payer: PasskeyPlayer): Promise<Pass> {
  const ofPlayer = current.get(payer) ?? new Map<MoneyApp, Promise<Pass>>();
  current.set(payer, ofPlayer);
  const pass = (ofPlayer.get(app) ?? Promise.resolve(null)).then((known) =>
    known?.endedBy === null ? known : open(deps, app, payer),
  );
  ofPlayer.set(app, pass);
  return pass;
}

async function open({ client, round }: RoundDeps, app: MoneyApp, payer: PasskeyPlayer): Promise<Pass> {
  const amount = between(passMin, passMax);
  const reference = `pass ${round.passes.length} ${Math.random()}`;
  const terms = { reference, pid: payer.pid, amount, period: 'month' as const, description: 'Langganan' };
  const { id } = await client.call('createAllowance', { client_id: app.clientId, ...terms }, { by: app });
  const { status } = await client.call('approveAllowance', { id, expectedAmount: amount }, { by: payer });
  if (status !== 'active') throw new Error(`allowance ${id} is ${status} after its approval`);
  const pass: Pass = { id, app, payer, amount, endedBy: null };
  round.passes.push(pass);
  return pass;
}

/** Two may end it at the same time. */
async function end({ client }: RoundDeps, pass: Pass): Promise<void> {
  const by = chance(0.5) ? 'app' : 'player';
  if (pass.endedBy !== null) return;
  pass.endedBy = by;
  await client.call('endAllowance', { id: pass.id }, { by: by === 'app' ? pass.app : pass.payer });
}
