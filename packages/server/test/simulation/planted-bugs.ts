/**
 * A bug in the relay as a change to its source. `npm run deep planted` makes one change at a time and runs
 * the simulator on it.
 */
export interface PlantedBug {
  /** Path under `packages/server/src`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly bug: string;
  /** Why this simulator cannot find the bug, and which test finds it. */
  readonly unseen?: string;
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    file: 'relay/relay-operation.ts',
    find: "deps.crashAt?.('signed');",
    replace: 'await deps.chain.client.send(wire).catch(() => {});',
    bug: 'bytes are sent before they are stored',
  },
  {
    file: 'relay/relay.store.ts',
    find: "order by state in ('prepared', 'confirmed', 'finalized') desc, position desc limit 20",
    replace: 'order by position limit 0',
    bug: 'a repeated request is not recognised',
  },
  {
    file: 'relay/decide-outcome.ts',
    find: "if (taker === 'unknown') return 'unknown';",
    replace: '',
    bug: 'an operation counts as overtaken although no node knows the taker of its nonce',
  },
  {
    file: 'relay/decide-outcome.ts',
    find: "if (status?.commitment !== 'finalized') return 'unknown';",
    replace: "if (!status) return 'unknown';",
    bug: 'a status that is not final decides who took a nonce',
  },
  {
    file: 'relay/decide-outcome.ts',
    find: "if (height <= operation.lastValidBlockHeight) return 'wait';",
    replace: '',
    bug: 'an operation is abandoned while it can still land',
  },
  {
    file: 'relay/find-taker.ts',
    find: 'return taken?.account === account && (taken.nonce ?? accountNonce) === accountNonce;',
    replace: 'return taken?.account === account;',
    bug: 'any other operation of the account counts as the taker',
  },
  {
    file: 'relay/read-evidence.ts',
    find: "{ commitment: 'finalized', minContextSlot: absoluteSlot }",
    replace: "{ commitment: 'confirmed', minContextSlot: absoluteSlot }",
    bug: 'a nonce that a fork may revert decides an operation',
  },
  {
    file: 'relay/read-evidence.ts',
    find: "{ commitment: 'finalized', minContextSlot: absoluteSlot }",
    replace: "{ commitment: 'finalized' }",
    bug: 'the nonce is read from a node that is behind the block height',
  },
  {
    file: 'relay/confirmed-among.ts',
    find: 'return found !== null && found.meta?.err === null;',
    replace: 'return found === found;',
    bug: 'a false status counts as soon as an exit has moved the nonce',
  },
  {
    file: 'relay/confirmed-among.ts',
    find: 'const moved = await withMovedNonce(deps, part);',
    replace: 'return told.map(({ operation }) => operation);',
    bug: 'a status alone counts as confirmation',
  },
  {
    file: 'relay/reconcile.ts',
    find: 'const unseen = waiting.filter(({ evidence }) => !evidence.status);',
    replace: 'const unseen: Judged[] = [];',
    bug: 'a lost transaction is never sent again',
  },
  {
    file: 'relay/reconcile.ts',
    find: "await forEach(deps, withVerdict('unknown'), async ({ operation: { id } }) =>",
    replace: 'await forEach(deps, [] as Judged[], async ({ operation: { id } }) =>',
    bug: 'an operation whose taker is unknown is never checked again',
  },
  {
    file: 'relay/record-outcome.ts',
    find: 'outcome.paidFee ? rentLamports : sponsoredLamports;',
    replace: 'sponsoredLamports;',
    bug: 'fees of failed transactions are not counted against the caps',
  },
  {
    file: 'relay/record-outcome.ts',
    find: 'const paidBack = changed.filter(({ reimbursed }) => reimbursed);',
    replace: 'const paidBack = changed;',
    bug: 'costs that were not reimbursed are not counted against the caps',
  },
  {
    file: 'relay/record-outcome.ts',
    find: 'for (const each of undone) await deps.effects.get(each.kind)?.undone?.(tx, each, at);',
    replace: '',
    bug: 'the effects of a dropped confirmation are not reverted',
  },
  {
    file: 'account/authority-effects.ts',
    find: "if (!account || !keyOf(operation, 'previousAuthority').equals(account.authority)) return;",
    replace: 'if (!account) return;',
    bug: 'a rotation is reverted although the chain has another authority',
  },
  {
    file: 'account/authority-effects.ts',
    find: 'confirmed: handOver, finalized: handOver,',
    replace: 'finalized: handOver,',
    bug: 'a rotation takes effect here only when it is final',
    unseen:
      'it ends in the same state; a test of the account slice checks that the old passkey stops working immediately',
  },
  {
    file: 'relay/relay-due.store.ts',
    find: 'limit $3 for update skip locked)',
    replace: 'limit $3)',
    bug: 'two nodes work on the same operation concurrently',
    unseen: 'statements run one at a time here; relay.store.test.ts races them',
  },
  {
    file: 'relay/find-taker.ts',
    find: 'if (!found || found.meta?.err) return false;',
    replace: 'if (!found) return false;',
    bug: 'a transaction that failed counts as the taker',
    unseen:
      'the history marks it as failed already, so only a node that contradicts itself shows the bug; find-taker.test.ts has one',
  },
];
