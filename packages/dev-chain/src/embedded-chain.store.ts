import { addressBytes, addressFromBytes, type Address } from '@pid/protocol';
import type { Queryable, Tx } from '@pid/server/platform/db/index.ts';
import type { TransactionError } from './transaction-errors.ts';
import type { ChainAccount } from './vm.ts';

export interface ChainRow {
  seed: Buffer;
  anchor_slot: bigint;
  anchor_millis: bigint;
  slot_millis: number;
  last_slot: bigint;
  owner_epoch: bigint;
  owner_address: string | null;
  owner_token: string | null;
}

export interface LandedTransaction {
  readonly signatureBytes: Uint8Array;
  readonly slot: bigint;
  readonly error: TransactionError | null;
  readonly wire: Uint8Array;
  readonly meta: unknown;
  readonly addresses: readonly Address[];
}

export interface StoredTransaction {
  readonly signatureBytes: Uint8Array;
  readonly slot: bigint;
  readonly error: TransactionError | null;
  readonly wire: Uint8Array;
  readonly meta: Record<string, unknown>;
}

interface AccountRow {
  address: Buffer;
  owner: Buffer;
  lamports: bigint;
  executable: boolean;
  data: Buffer;
}

export async function findChain(db: Queryable): Promise<ChainRow | null> {
  const { rows } = await db.query<ChainRow>('select * from embedded_chain');
  return rows[0] ?? null;
}

/** The caller must hold the chain lock. */
export async function insertChain(
  tx: Tx,
  chain: { seed: Uint8Array; slot: bigint; millis: number; slotMillis: number },
  genesis: ReadonlyMap<Address, ChainAccount>,
): Promise<void> {
  await tx.query(
    'insert into embedded_chain (seed, anchor_slot, anchor_millis, slot_millis, last_slot) values ($1, $2, $3, $4, $2)',
    [Buffer.from(chain.seed), chain.slot, chain.millis, chain.slotMillis],
  );
  for (const [address, account] of genesis) {
    await tx.query(
      'insert into embedded_chain_accounts (address, owner, lamports, executable, data) values ($1, $2, $3, $4, $5)',
      [
        Buffer.from(addressBytes(address)),
        Buffer.from(addressBytes(account.owner)),
        account.lamports,
        account.executable,
        Buffer.from(account.data),
      ],
    );
  }
}

/** Starts a new ownership. Writes under an earlier epoch are refused from now on. */
export async function takeChain(db: Queryable, owner: { address: string; token: string }): Promise<ChainRow> {
  const { rows } = await db.query<ChainRow>(
    'update embedded_chain set owner_epoch = owner_epoch + 1, owner_address = $1, owner_token = $2 returning *',
    [owner.address, owner.token],
  );
  return rows[0]!;
}

export async function leaveChain(db: Queryable, epoch: bigint): Promise<void> {
  await db.query(
    'update embedded_chain set owner_address = null, owner_token = null where owner_epoch = $1',
    [epoch],
  );
}

/** Continues the slots from the last one after the clock went back by more than a restart takes. */
export async function moveAnchor(db: Queryable, slot: bigint, millis: number): Promise<void> {
  await db.query('update embedded_chain set anchor_slot = $1, anchor_millis = $2', [slot, millis]);
}

/** Writes everything in one atomic statement. Returns false if another process owns the chain. */
export async function writeLanded(
  db: Queryable,
  epoch: bigint,
  position: bigint,
  transactions: readonly LandedTransaction[],
  accounts: ReadonlyMap<Address, ChainAccount | null>,
): Promise<boolean> {
  const written = [...accounts].filter((entry): entry is [Address, ChainAccount] => entry[1] !== null);
  const gone = [...accounts]
    .filter(([, account]) => account === null)
    .map(([address]) => Buffer.from(addressBytes(address)));
  const { rowCount } = await db.query({
    name: 'embedded-chain-write',
    text: `with fence as (update embedded_chain set last_slot = greatest(last_slot, $2) where owner_epoch = $1 returning owner_epoch),
      written as (
        insert into embedded_chain_accounts (address, owner, lamports, executable, data)
        select a.* from fence, unnest($3::bytea[], $4::bytea[], $5::bigint[], $6::boolean[], $7::bytea[]) as a (address, owner, lamports, executable, data)
        on conflict (address) do update set owner = excluded.owner, lamports = excluded.lamports, executable = excluded.executable, data = excluded.data),
      gone as (delete from embedded_chain_accounts using fence where address = any ($8::bytea[])),
      landed as (
        insert into embedded_chain_transactions (signature, slot, position, error, wire, meta, addresses)
        select t.signature, t.slot, $9 + t.ordinal, t.error, t.wire, t.meta, array(select decode(hex, 'hex') from jsonb_array_elements_text(t.addresses) as hex)
        from fence, unnest($10::bytea[], $11::bigint[], $12::jsonb[], $13::bytea[], $14::jsonb[], $15::jsonb[]) with ordinality as t (signature, slot, error, wire, meta, addresses, ordinal))
      select owner_epoch from fence`,
    values: [
      epoch,
      transactions.at(-1)?.slot ?? 0n,
      written.map(([address]) => Buffer.from(addressBytes(address))),
      written.map(([, { owner }]) => Buffer.from(addressBytes(owner))),
      written.map(([, { lamports }]) => lamports),
      written.map(([, { executable }]) => executable),
      written.map(([, { data }]) => Buffer.from(data)),
      gone,
      position,
      transactions.map(({ signatureBytes }) => Buffer.from(signatureBytes)),
      transactions.map(({ slot }) => slot),
      transactions.map(({ error }) => (error === null ? null : JSON.stringify(error))),
      transactions.map(({ wire }) => Buffer.from(wire)),
      transactions.map(({ meta }) => JSON.stringify(meta)),
      transactions.map(({ addresses }) =>
        JSON.stringify(addresses.map((address) => Buffer.from(addressBytes(address)).toString('hex'))),
      ),
    ],
  });
  return rowCount === 1;
}

export async function readAccounts(
  db: Queryable,
  addresses: readonly Address[],
): Promise<Map<Address, ChainAccount>> {
  const { rows } = await db.query<AccountRow>({
    name: 'embedded-chain-accounts',
    text: 'select address, owner, lamports, executable, data from embedded_chain_accounts where address = any ($1)',
    values: [addresses.map((address) => Buffer.from(addressBytes(address)))],
  });
  return new Map(
    rows.map((row) => [
      addressFromBytes(row.address),
      {
        owner: addressFromBytes(row.owner),
        lamports: row.lamports,
        executable: row.executable,
        data: new Uint8Array(row.data),
      },
    ]),
  );
}

export async function listOwnedAddresses(
  db: Queryable,
  owner: Address,
  holder?: Address,
): Promise<Address[]> {
  const { rows } = await db.query<{ address: Buffer }>(
    `select address from embedded_chain_accounts where owner = $1 and ($2::bytea is null or substring(data from 33 for 32) = $2) order by address`,
    [Buffer.from(addressBytes(owner)), holder === undefined ? null : Buffer.from(addressBytes(holder))],
  );
  return rows.map((row) => addressFromBytes(row.address));
}

interface TransactionRow {
  signature: Buffer;
  slot: bigint;
  error: TransactionError | null;
  wire: Buffer;
  meta: Record<string, unknown>;
}

const toTransaction = (row: TransactionRow): StoredTransaction => ({
  signatureBytes: row.signature,
  slot: row.slot,
  error: row.error,
  wire: row.wire,
  meta: row.meta,
});

export async function findTransactions(
  db: Queryable,
  signatures: readonly Uint8Array[],
): Promise<StoredTransaction[]> {
  const { rows } = await db.query<TransactionRow>(
    'select signature, slot, error, wire, meta from embedded_chain_transactions where signature = any ($1)',
    [signatures.map((signature) => Buffer.from(signature))],
  );
  return rows.map(toTransaction);
}

export async function listRecentStatuses(
  db: Queryable,
  sinceSlot: bigint,
): Promise<Pick<StoredTransaction, 'signatureBytes' | 'slot' | 'error'>[]> {
  const { rows } = await db.query<Omit<TransactionRow, 'wire' | 'meta'>>(
    'select signature, slot, error from embedded_chain_transactions where slot >= $1',
    [sinceSlot],
  );
  return rows.map((row) => ({ signatureBytes: row.signature, slot: row.slot, error: row.error }));
}

export async function lastPosition(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ position: bigint | null }>(
    'select max(position) as position from embedded_chain_transactions',
  );
  return rows[0]?.position ?? 0n;
}

/** Newest first, between `before` and `until` (both exclusive), in slots up to `maxSlot`. */
export async function listSignatures(
  db: Queryable,
  query: {
    address: Address;
    maxSlot: bigint;
    limit: number;
    before: Uint8Array | null;
    until: Uint8Array | null;
  },
): Promise<Pick<StoredTransaction, 'signatureBytes' | 'slot' | 'error'>[]> {
  const { rows } = await db.query<Omit<TransactionRow, 'wire' | 'meta'>>(
    `select signature, slot, error from embedded_chain_transactions
     where addresses @> array[$1::bytea] and slot <= $2
       and ($3::bytea is null or position < (select position from embedded_chain_transactions where signature = $3))
       and ($4::bytea is null or position > (select position from embedded_chain_transactions where signature = $4))
     order by position desc limit $5`,
    [
      Buffer.from(addressBytes(query.address)),
      query.maxSlot,
      query.before && Buffer.from(query.before),
      query.until && Buffer.from(query.until),
      query.limit,
    ],
  );
  return rows.map((row) => ({ signatureBytes: row.signature, slot: row.slot, error: row.error }));
}
