import { givePasskey } from '../../../test/passkey-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import type { SoftPasskey } from '../../../test/soft-passkey.ts';
import { answersStepUp } from '../../../test/step-up-helper.ts';
import type { Answer, HttpClient } from '../../../test/http-client.ts';
import type { TestService } from '../../../test/test-service.ts';
import { fund } from '../../ledger/testing/ledger-fixture.ts';
import { identityOf } from '../../payments/testing/payment-fixture.ts';

export interface Relative {
  readonly client: HttpClient;
  readonly pid: string;
  readonly handle: string;
  readonly identityId: string;
  readonly passkey: SoftPasskey;
}

export const freeRules = {
  monthlySpend: null,
  perPurchase: null,
  sends: 'all',
  maxRating: null,
  unratedApps: true,
} as const;

export type Rules = {
  readonly [Name in keyof typeof freeRules]: string | number | boolean | null;
};

export const told = ({ status, headers }: Answer) => `${status} ${headers.get('pid-error') ?? ''}`.trim();

/** The month in which a player of this age was born, more than a month before the birthday. */
export function bornAt(service: TestService, years: number): string {
  const now = service.clock.now();
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth() - years * 12 - 3;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** A player with a birth month, a passkey that confirms everything, and money. */
export async function newRelative(service: TestService, years: number, balance = 0n): Promise<Relative> {
  const player = await newAgeless(service, balance);
  const set = await player.client.put('/v1/family/birth-month', { birthMonth: bornAt(service, years) });
  if (set.status !== 200) throw new Error(`no birth month: ${set.text}`);
  return player;
}

/** The same without a birth month. */
export async function newAgeless(service: TestService, balance = 0n): Promise<Relative> {
  const { client, pid, handle } = await newPlayer(service);
  const passkey = await givePasskey(client, { counter: 0 });
  answersStepUp(client, passkey);
  const identityId = await identityOf(service, handle);
  if (balance > 0n) await fund(service.db, identityId, balance, service.clock);
  return { client, pid, handle, identityId, passkey };
}

export async function join(parent: Relative, code: string, rules: Partial<Rules> = {}): Promise<Answer> {
  return parent.client.post('/v1/family/children', { code, rules: { ...freeRules, ...rules } });
}

/** Links a child to parents with codes, as on two devices. */
export async function newChild(
  service: TestService,
  parents: readonly Relative[],
  {
    rules = {},
    years = 10,
    balance = 1_000_000n,
  }: { rules?: Partial<Rules>; years?: number; balance?: bigint } = {},
): Promise<Relative> {
  const child = await newRelative(service, years, balance);
  for (const [index, parent] of parents.entries()) {
    const invitation =
      index === 0
        ? await child.client.post('/v1/family/invitations', {})
        : await parents[0]!.client.post(`/v1/family/children/${child.pid}/invitations`, {});
    const joined = await join(parent, invitation.body.code, rules);
    if (joined.status !== 200) throw new Error(`not joined: ${joined.text}`);
  }
  return child;
}

export const familyOf = async ({ client }: Relative) => (await client.get('/v1/family')).body;

export async function noticesOf({ client }: Pick<Relative, 'client'>): Promise<string[]> {
  const { body } = await client.get('/v1/notices');
  return (body.items as { type: string }[]).map(({ type }) => type);
}
