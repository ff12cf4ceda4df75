import type pg from 'pg';
import { listAuditEvents } from '../../packages/server/src/audit/audit.store.ts';
import { listOpenTopUps } from '../../packages/server/src/checkout/topups.store.ts';
import {
  findRecord,
  findRecordByDigest,
  holdRecord,
  listRecords,
} from '../../packages/server/src/evm-permissions/permissions.store.ts';
import { activationChecks } from '../../packages/server/src/ledger/audit-activations.ts';
import { bookChecks } from '../../packages/server/src/ledger/audit-books.ts';
import { paymentChecks } from '../../packages/server/src/ledger/audit-payments.ts';
import { wholeLedger } from '../../packages/server/src/ledger/audit-scope.store.ts';
import { settlementChecks } from '../../packages/server/src/ledger/audit-settlements.ts';
import type { Tx } from '../../packages/server/src/platform/db/index.ts';
import { assertOpens, sealClear } from '../../packages/server/src/platform/sealing/sealed-columns.ts';
import { insertOperation } from '../../packages/server/src/relay/relay-outbox.store.ts';
import { oidcKeyColumn } from '../../packages/server/src/relying-parties/oidc/oidc-keys.store.ts';
import { findPlayer } from '../../packages/server/src/session-grants/session-grants.store.ts';
import { serviceSecretColumn, signingKeyColumn } from '../../packages/server/src/sessions/keys.store.ts';
import { bankAccountColumn, settlementColumn } from '../../packages/server/src/settlements/index.ts';

/** Statements that code puts together at run time, by file. Without `texts` and `send`, they are not compared. */
export interface Composed {
  /** How many calls of `query` in the file have such a statement. */
  readonly calls: number;
  /** The statements, written out. */
  readonly texts?: readonly string[];
  /** Calls the functions of the file so that they send each form of the statements, with all of its parts. */
  send?(tx: Tx): Promise<unknown>;
}

const viewers = [{ identityId: '' }, { clientId: '' }];
const sealed = [signingKeyColumn, serviceSecretColumn, oidcKeyColumn, bankAccountColumn, settlementColumn];
const sealer = {
  masterKey: '',
  seal: () => ({ bytes: Buffer.alloc(0), masterKey: '' }),
  open: () => Buffer.alloc(0),
  openKeys: [],
};

export const composed: Readonly<Record<string, Composed>> = {
  'audit/audit.store.ts': {
    calls: 2,
    texts: [
      'select exists (select from audit_events where address is not null or user_agent is not null) as some',
    ],
    async send(tx) {
      const whole = { identityId: '', actor: '', action: '', target: '', until: new Date(0) };
      await listAuditEvents(tx, whole, '', 1);
      await listAuditEvents(tx, { ...whole, action: 'a.', since: new Date(0) }, '', 1);
    },
  },
  'checkout/topups.store.ts': {
    calls: 1,
    send: (tx) => Promise.all(viewers.map((holder) => listOpenTopUps(tx, holder as { clientId: string }, 1))),
  },
  'cli/check-chain.ts': { calls: 1 },
  'cli/check-database.ts': { calls: 2 },
  'evm-permissions/permissions.store.ts': {
    calls: 2,
    async send(tx) {
      await findRecordByDigest(tx, new Uint8Array());
      for (const viewer of viewers as { clientId: string }[])
        await Promise.all([
          findRecord(tx, '', viewer),
          holdRecord(tx, '', viewer),
          listRecords(tx, viewer, null, 1),
        ]);
    },
  },
  'ledger/audit-ledger.store.ts': {
    calls: 2,
    texts: [bookChecks, paymentChecks, settlementChecks, activationChecks]
      .flatMap((checksOf) => checksOf(wholeLedger))
      .map(({ sql }) => `select row from (${sql}) broken limit 20`),
  },
  // These read the same tables as the checks above.
  'ledger/audit-top-ups.store.ts': { calls: 3 },
  'platform/db/open-reader.ts': { calls: 3 },
  'platform/db/partitions.store.ts': {
    calls: 1,
    texts: ['select exists (select from audit_events) as some'],
  },
  // These pass on statements of commands, which run with the release that they belong to.
  'platform/db/stream-rows.store.ts': { calls: 3 },
  'platform/sealing/reseal.store.ts': { calls: 4 },
  'platform/sealing/sealed-columns.ts': {
    calls: 3,
    async send(tx) {
      await sealClear(tx, sealer, sealed);
      await assertOpens(tx, sealer, sealed);
    },
  },
  'relay/relay-outbox.store.ts': {
    calls: 1,
    send: (tx) => insertOperation(tx, { wire: [] } as never),
  },
  'session-grants/session-grants.store.ts': { calls: 1, send: (tx) => findPlayer(tx, '') },
};

/** The statements that `send` sends. The answers have one row, or none if the function cannot read that row. */
export async function sentBy({ send, texts = [] }: Composed): Promise<string[]> {
  const sent = [...texts];
  const query = async (asked: string | pg.QueryConfig) => {
    sent.push(typeof asked === 'string' ? asked : asked.text);
    const isSealed = sent.at(-1)!.includes('master_key');
    return { rows: isSealed ? [{ name: '', bytes: Buffer.alloc(0), key: '' }] : [], rowCount: 1 };
  };
  await send?.({ inTransaction: true, query } as never);
  return sent;
}
