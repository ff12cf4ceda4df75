import type { Command } from 'commander';
import { formatRupiah } from '@pid/contract';
import { searchApps } from '../admin/index.ts';
import { findTopUpById, listTopUpsOf } from '../checkout/index.ts';
import { findIdentityByPid, listIdentitiesByPrefix } from '../identity/index.ts';
import { findPayment, listPaymentRows, type Payment } from '../payments/index.ts';
import type { Database } from '../platform/db/index.ts';
import { CommandError, type CommandContext, type Run } from './command.ts';
import { exportFromCommand } from './export-identity.ts';
import { withDatabase } from './with-database.ts';

const listMax = 100;
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Lookup commands for support; they change nothing, and the export is recorded. */
export function addShow(pid: Command, run: Run): void {
  const add = (parent: Command, name: string, what: string, work: Look) =>
    parent
      .command(name)
      .description(what)
      .action(
        run((context: CommandContext, subject: string | undefined) =>
          withDatabase(context, (db) => work(context, db, subject ?? '')),
        ),
      );
  const identity = pid.command('identity').description('players and administrators');
  add(identity, 'list [beginning]', `lists by prefix of the handle, at most ${listMax}`, listIdentities);
  add(identity, 'show <pid>', 'one identity', showIdentity);
  identity
    .command('export <pid>')
    .description('writes the data export of a player who cannot sign in to a new file; needs --reason')
    .requiredOption('--out <file>', 'the file, which must not exist')
    .action(run(exportFromCommand));
  const app = pid.command('app').description('apps and games');
  add(
    app,
    'list [beginning]',
    `lists by prefix of the name, client_id or owner, at most ${listMax}`,
    listApps,
  );
  add(app, 'show <client_id>', 'one app', showApp);
  const topUp = pid.command('topup').description('payments into balances');
  add(topUp, 'list <pid>', `lists the newest ${listMax} of one identity`, listTopUps);
  add(topUp, 'show <id>', 'one top-up', showTopUp);
  const payment = pid.command('payment').description('payments to apps and players');
  add(
    payment,
    'list <pid|client_id>',
    `lists the newest ${listMax} that a player confirmed or an app created`,
    listPaymentsOf,
  );
  add(payment, 'show <id>', 'one payment', showPayment);
}

type Look = (context: CommandContext, db: Database, subject: string) => Promise<void>;

const listIdentities: Look = async (context, db, beginning) => {
  const items = await listIdentitiesByPrefix(db, beginning.replace(/@pid$/, ''), null, listMax);
  context.report(
    { items },
    items.map(({ pid, status, createdAt }) => `${pid}  ${status}  ${createdAt.toISOString()}`),
  );
};

const showIdentity: Look = async (context, db, pid) => {
  const identity = await findIdentityByPid(db, pid);
  if (!identity) throw new CommandError(`There is no ${pid}.`);
  context.report(
    identity,
    ...Object.entries(identity).map(([name, value]) => `${name.padEnd(12)} ${shown(value)}`),
  );
};

const listApps: Look = async (context, db, query) => {
  const { items } = await searchApps(db, { query, limit: listMax });
  context.report(
    { items },
    items.map((app) => `${app.client_id}  ${app.status}  ${app.owner}  ${app.name}`),
  );
};

const showApp: Look = async (context, db, clientId) => {
  const { items } = await searchApps(db, { query: clientId, limit: 1 });
  const app = items.find(({ client_id: id }) => id === clientId);
  if (!app) throw new CommandError(`There is no app ${clientId}.`);
  context.report(
    app,
    Object.entries(app).map(([name, value]) => `${name.padEnd(12)} ${shown(value)}`),
  );
};

const listTopUps: Look = async (context, db, pid) => {
  const identity = await findIdentityByPid(db, pid);
  if (!identity) throw new CommandError(`There is no ${pid}.`);
  const items = await listTopUpsOf(db, identity.id, listMax);
  context.report(
    { items },
    items.map(
      ({ id, status, amount, createdAt }) =>
        `${id}  ${status}  ${formatRupiah(amount)}  ${createdAt.toISOString()}`,
    ),
  );
};

const showTopUp: Look = async (context, db, id) => {
  const topUp = uuidForm.test(id) ? await findTopUpById(db, id) : null;
  if (!topUp) throw new CommandError(`There is no top-up ${id}.`);
  context.report(
    topUp,
    ...Object.entries(topUp).map(([name, value]) => `${name.padEnd(14)} ${shown(value)}`),
  );
};

const listPaymentsOf: Look = async (context, db, subject) => {
  const payer = subject.startsWith('app_') ? null : await findIdentityByPid(db, subject);
  if (payer === null && !subject.startsWith('app_')) throw new CommandError(`There is no ${subject}.`);
  const whose = payer ? { payerIdentityId: payer.id } : { clientId: subject };
  const items = await listPaymentRows(db, { ...whose, status: undefined, beforeId: null, limit: listMax });
  context.report(
    { items: items.map(fieldsOf) },
    items.map(
      ({ id, status, amount, payer: by, clientId, createdAt }) =>
        `${id}  ${status}  ${formatRupiah(amount)}  ${by ?? '-'}  ${clientId}  ${createdAt.toISOString()}`,
    ),
  );
};

const showPayment: Look = async (context, db, id) => {
  const payment = uuidForm.test(id) ? await findPayment(db, id) : null;
  if (!payment) throw new CommandError(`There is no payment ${id}.`);
  const fields = fieldsOf(payment);
  context.report(
    fields,
    ...Object.entries(fields).map(([name, value]) => `${name.padEnd(16)} ${shown(value)}`),
  );
};

/** Leaves out the hash that identifies a repeated request. */
function fieldsOf({ requestHash: _requestHash, item, ...fields }: Payment) {
  return { ...fields, sku: item?.sku ?? null, quantity: item?.quantity ?? null };
}

function shown(value: string | number | bigint | boolean | Date | null | readonly string[]): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? '-' : Array.isArray(value) ? value.join(', ') : String(value);
}
