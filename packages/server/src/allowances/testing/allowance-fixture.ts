import { allowApp } from '../../../test/app-helper.ts';
import type { Answer, HttpClient } from '../../../test/http-client.ts';
import { givePasskey } from '../../../test/passkey-helper.ts';
import { withStepUp } from '../../../test/step-up-helper.ts';
import type { TestService } from '../../../test/test-service.ts';
import { richPlayer, type Shop } from '../../payments/testing/payment-fixture.ts';

/** Status and error of a response. */
export const told = ({ status, headers }: Answer): string =>
  `${status} ${headers.get('pid-error') ?? ''}`.trim();

let references = 0;

/** A player with money and a passkey that counts, who has connected the app. */
export async function openPayer(service: TestService, shop: Shop, balance = 1_000_000n) {
  const player = await richPlayer(service, balance);
  const passkey = await givePasskey(player.client, { counter: 0 });
  await allowApp(player.client, shop);
  return { ...player, passkey };
}

export type Payer = Awaited<ReturnType<typeof openPayer>>;

const terms = { amount: 30_000, period: 'month', description: 'A pass' };

/** Asks a player for an allowance, as the app's server does. */
export function ask(shop: Shop, { pid }: { pid: string }, fields: Record<string, unknown> = {}) {
  references += 1;
  return shop.ask('POST', '/allowances', { reference: `pass-${references}`, pid, ...terms, ...fields });
}

export function approve(
  { client, passkey }: Pick<Payer, 'client' | 'passkey'>,
  id: string,
  expectedAmount = terms.amount,
  by: HttpClient = client,
): Promise<Answer> {
  const call = { method: 'POST', path: `/v1/allowances/${id}/approve`, body: { expectedAmount } };
  return withStepUp(by, passkey, call);
}

/** An allowance that its player has approved. */
export async function approved(
  shop: Shop,
  payer: Payer,
  fields: { amount?: number; [name: string]: unknown } = {},
) {
  const { body } = await ask(shop, payer, fields);
  const answer = await approve(payer, body.id, fields.amount ?? terms.amount);
  if (answer.status !== 200) throw new Error(`not approved: ${answer.text}`);
  return body.id as string;
}

/** Creates a payment that an allowance pays, as the app's server does. */
export function charge(shop: Shop, allowance: string, amount: number, fields: Record<string, unknown> = {}) {
  references += 1;
  const payment = { reference: `charge-${references}`, amount, description: 'A month', allowance };
  return shop.ask('POST', '/payments', { ...payment, ...fields });
}

/** The notices of a player of this type, newest first. */
export async function noticesOf({ client }: { client: HttpClient }, type: string) {
  const { items } = await client.call('listNotices', { limit: 100 });
  return items.filter((notice) => notice.type === type).map(({ data }) => data);
}

/** The events of an app of this type, oldest first. */
export async function eventsOf(service: TestService, shop: Shop, type: string) {
  const { rows } = await service.db.query<{ data: Record<string, unknown> }>(
    'select data from app_events where client_id = $1 and type = $2 order by id',
    [shop.clientId, type],
  );
  return rows.map(({ data }) => data);
}
