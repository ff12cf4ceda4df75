import { randomUUID } from 'node:crypto';
import { ageRows, ledgerTimes } from '../../../test/age-rows.ts';
import { bearing } from '../../../test/app-helper.ts';
import type { Answer, HttpClient } from '../../../test/http-client.ts';
import { givePasskey } from '../../../test/passkey-helper.ts';
import type { SoftPasskey } from '../../../test/soft-passkey.ts';
import { answersStepUp, signInAdministrator, signInConfirming } from '../../../test/step-up-helper.ts';
import type { TestService } from '../../../test/test-service.ts';
import {
  newKey,
  openShop,
  paymentsToken,
  richPlayer,
  type Shop,
} from '../../payments/testing/payment-fixture.ts';

export const daySeconds = 86_400;

export const bankDetails = { bankCode: 'BCA', accountNumber: '1234567890', holderName: 'PT Studio Kelinci' };

export interface Administrators {
  /** Approves bank accounts. */
  approver: HttpClient;
  sender: HttpClient;
  /** Says what became of a settlement. */
  decider: HttpClient;
  again(): Promise<void>;
}

/** The settings for `signInAdministrators`. */
export const administrators = 'approver@pid,sender@pid,decider@pid';

export async function signInAdministrators(service: TestService): Promise<Administrators> {
  const [approver, sender, decider] = [
    await signInAdministrator(service, 'approver'),
    await signInAdministrator(service, 'sender'),
    await signInAdministrator(service, 'decider'),
  ];
  const signedIn: Administrators = {
    approver: approver.admin,
    sender: sender.admin,
    decider: decider.admin,
    /** Signs in again, after the clock was moved. */
    async again() {
      signedIn.approver = await signInConfirming(service, approver.passkey);
      signedIn.sender = await signInConfirming(service, sender.passkey);
      signedIn.decider = await signInConfirming(service, decider.passkey);
    },
  };
  return signedIn;
}

export interface SettlingApp extends Omit<Shop, 'owner'> {
  owner: HttpClient;
  readonly passkey: SoftPasskey;
  /** Signs the owner in again, after the clock was moved. */
  again(): Promise<void>;
  setAccount(details?: object): Promise<Answer>;
  request(amount: unknown, headers?: Record<string, string>, client?: HttpClient): Promise<Answer>;
  cancel(id: string): Promise<Answer>;
  list(): Promise<Answer>;
  balance(): Promise<{ balance: number; available: number }>;
  /** A player pays to the app. */
  earn(amount: number): Promise<void>;
  deposited(): Promise<number>;
}

/** A verified app whose owner has a passkey. */
export async function openSettlingApp(
  service: TestService,
  admin: HttpClient,
  fields: Record<string, unknown> = {},
): Promise<SettlingApp> {
  const shop = await openShop(service, fields);
  const passkey = await givePasskey(shop.owner);
  answersStepUp(shop.owner, passkey);
  await admin.call('verifyApp', { client_id: shop.clientId });
  const path = `/v1/apps/${shop.clientId}`;
  const app: SettlingApp = {
    ...shop,
    passkey,
    async again() {
      app.owner = await signInConfirming(service, passkey);
    },
    setAccount: (details = bankDetails) => app.owner.put(`${path}/bank-account`, details),
    request: (amount, headers = newKey(), client = app.owner) =>
      client.post(`${path}/settlements`, { amount }, headers),
    cancel: (id) => app.owner.post(`${path}/settlements/${id}/cancel`),
    list: () => app.owner.get(`${path}/settlements`),
    balance: async () => (await app.owner.get(`${path}/balance`)).body,
    async earn(amount) {
      // A new token, because the clock may have been moved.
      const machine = bearing(await paymentsToken(service, shop));
      const order = { reference: randomUUID(), amount, description: 'A golden sword' };
      const { body: payment } = await service.client().post(`${path}/payments`, order, machine);
      const payer = await richPlayer(service, BigInt(amount) * 2n + 1000n);
      const { body: shown } = await payer.client.get(`/v1/payments/${payment.id}`);
      const key = await givePasskey(payer.client);
      answersStepUp(payer.client, key);
      const paid = await payer.confirm(payment.id, shown.total);
      if (paid.status !== 200) throw new Error(`not paid: ${paid.text}`);
    },
    async deposited() {
      const { rows } = await service.db.query<{ deposited: bigint }>(
        'select deposited from ledger_accounts where client_id = $1',
        [shop.clientId],
      );
      return Number(rows[0]!.deposited);
    },
  };
  return app;
}

/** Approves the current bank account of an app. */
export async function approveAccount(
  service: TestService,
  admin: HttpClient,
  clientId: string,
): Promise<void> {
  await admin.call('approveBankAccount', {
    client_id: clientId,
    version: await versionOf(service, clientId),
  });
}

/** The version of the bank account of an app. */
export async function versionOf(service: TestService, clientId: string): Promise<string> {
  const { rows } = await service.db.query<{ version: string }>(
    'select version from bank_accounts where client_id = $1',
    [clientId],
  );
  return rows[0]?.version ?? randomUUID();
}

/** Lets time pass for income, bank accounts and settlements, which the database's clock judges. */
export async function letPass(service: TestService, seconds: number): Promise<void> {
  await ageRows(service.db, seconds, {
    ...ledgerTimes,
    bank_accounts: ['set_at', 'decided_at', 'usable_from'],
    settlements: ['requested_at', 'sent_at', 'paid_at', 'ended_at', 'next_check_at'],
  });
}

/** Apps with income that is older than a week and with bank accounts that can be used. */
export async function settlingApps(
  service: TestService,
  admins: Administrators,
  incomes: readonly number[],
): Promise<SettlingApp[]> {
  const apps: SettlingApp[] = [];
  for (const income of incomes) {
    const app = await openSettlingApp(service, admins.approver);
    if (income > 0) await app.earn(income);
    await app.setAccount();
    await approveAccount(service, admins.approver, app.clientId);
    apps.push(app);
  }
  await letPass(service, 8 * daySeconds);
  return apps;
}

const attemptsMax = 20;

/** Repeats a request that a busy machine refused, as clients do. */
export async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    if (answer.status !== 503 || attempt === attemptsMax) return answer;
  }
}

export const told = ({ status, headers }: Answer) =>
  `${status} ${headers.get('pid-error')?.split(';')[0] ?? ''}`.trim();
