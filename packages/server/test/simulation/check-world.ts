import type { Address } from '@pid/protocol';
import type { Database } from '../../src/platform/db/index.ts';
import type { Owner } from './owner.ts';
import type { Block, SimulatedChain } from './simulated-chain.ts';

interface Row {
  readonly id: string;
  readonly identity_id: string;
  readonly kind: string;
  readonly state: string;
  readonly signature: string;
  readonly pool: string;
  readonly account_nonce: bigint;
  readonly sponsored_lamports: bigint;
  readonly reimbursed: boolean;
  readonly details: { readonly to: Address; readonly amount: string };
}

/** Compares the final state of the database with the chain. Returns one sentence for each difference. */
export async function checkWorld(
  db: Database,
  chain: SimulatedChain,
  owners: readonly Owner[],
  relayer: Address,
): Promise<{ readonly wrong: string[]; readonly states: Record<string, number> }> {
  const { rows } = await db.query<Row>('select * from relay_operations order by position');
  const wrong: string[] = [];
  const states: Record<string, number> = {};
  for (const row of rows) {
    states[row.state] = (states[row.state] ?? 0) + 1;
    const landed = chain.find(row.signature, chain.tip);
    const hasEffect = landed !== null && landed.error === null;
    if (hasEffect !== (row.state === 'finalized'))
      wrong.push(
        `${row.kind} ${row.signature.slice(0, 8)} of nonce ${row.account_nonce} is ${row.state}, on chain it ${hasEffect ? 'landed' : 'did not land'}`,
      );
  }
  wrong.push(...lostTransactions(chain, rows, relayer), ...payments(chain, rows));
  wrong.push(...(await spending(db, rows)));
  for (const owner of owners) wrong.push(...(await authority(db, chain, owner)));
  return { wrong, states };
}

/** Every transaction on the chain that the relayer signed must be in the database. */
function lostTransactions(chain: SimulatedChain, rows: readonly Row[], relayer: Address): string[] {
  const known = new Set(rows.map(({ signature }) => signature));
  const lost: string[] = [];
  for (let block: Block | null = chain.tip; block; block = block.parent)
    for (const { transaction } of block.landed)
      if (transaction.keys[0] === relayer && !known.has(transaction.signature))
        lost.push(`${transaction.signature.slice(0, 8)} landed and is not in the outbox`);
  return lost;
}

/** Every request has its own destination, which must have received the amount once or nothing. */
function payments(chain: SimulatedChain, rows: readonly Row[]): string[] {
  const wishes = new Map<Address, { amount: bigint; isPaid: boolean }>();
  for (const { kind, state, details } of rows) {
    if (kind !== 'withdraw') continue;
    const isPaid = (wishes.get(details.to)?.isPaid ?? false) || state === 'finalized';
    wishes.set(details.to, { amount: BigInt(details.amount), isPaid });
  }
  return [...wishes].flatMap(([to, { amount, isPaid }]) => {
    const got = chain.tip.paid.get(to) ?? 0n;
    return got === (isPaid ? amount : 0n)
      ? []
      : [`${to.slice(0, 8)} got ${got}, the outbox says ${isPaid ? amount : 0n}`];
  });
}

/**
 * The caps must count exactly the sponsored amounts that were not reimbursed and the fees of transactions
 * without effect.
 */
async function spending(db: Database, rows: readonly Row[]): Promise<string[]> {
  const { rows: sums } = await db.query<{ pool: string; is_all: boolean; lamports: bigint }>(
    `select pool, holder = 'all' as is_all, sum(lamports)::bigint as lamports from relay_spending group by 1, 2`,
  );
  return ['withdrawal', 'activation', 'emergency'].flatMap((pool) => {
    const of = (isAll: boolean) =>
      sums.find((sum) => sum.pool === pool && sum.is_all === isAll)?.lamports ?? 0n;
    const inPool = rows.filter((row) => row.pool === pool);
    const sum = (some: readonly Row[]) => some.reduce((total, row) => total + row.sponsored_lamports, 0n);
    const sure = sum(
      inPool.filter((row) => row.state === 'failed' || (row.state === 'finalized' && !row.reimbursed)),
    );
    const maybe = sum(inPool.filter(({ state }) => state === 'superseded'));
    if (of(true) !== of(false)) return [`pool ${pool} counts ${of(true)} in all and ${of(false)} by holder`];
    return of(true) >= sure && of(true) <= sure + maybe
      ? []
      : [`pool ${pool} counts ${of(true)}, which is not ${sure} to ${sure + maybe}`];
  });
}

/** The authority and the former authorities must match the chain. */
async function authority(
  db: Database,
  chain: SimulatedChain,
  { identityId, wallet }: Owner,
): Promise<string[]> {
  const former = new Set<string>();
  const onChain = chain.tip.wallets.get(wallet.account);
  for (let block: Block | null = chain.tip; block; block = block.parent) {
    const key = block.wallets.get(wallet.account)?.authority.toString('hex');
    if (key && key !== onChain?.authority.toString('hex')) former.add(key);
  }
  const { rows } = await db.query<{ authority: Buffer; epoch: number }>(
    'select authority, epoch from smart_accounts where identity_id = $1',
    [identityId],
  );
  const { rows: revoked } = await db.query<{ compressed_key: Buffer }>(
    `select compressed_key from passkeys where identity_id = $1 and status = 'revoked'`,
    [identityId],
  );
  const wrong: string[] = [];
  const known = rows[0];
  if (Boolean(known) !== Boolean(onChain))
    wrong.push('an authority is known without an account, or the reverse');
  else if (known && onChain && (!known.authority.equals(onChain.authority) || known.epoch !== onChain.epoch))
    wrong.push(
      `the authority of epoch ${known.epoch} is written down, on chain it is that of ${onChain.epoch}`,
    );
  const out = new Set(revoked.map(({ compressed_key }) => compressed_key.toString('hex')));
  if (out.size !== former.size || [...former].some((key) => !out.has(key)))
    wrong.push(`${out.size} passkeys are revoked, ${former.size} have handed their account over`);
  return wrong;
}
