import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, integer, literals, nullable, rupiah, uuid, words } from '../schemas.ts';

const date = Type.String({ description: 'Day of the tree in UTC, such as 2026-11-18.' });
const total = rupiah('Sum of everything that the service owes, in rupiah.');
const count = integer('Number of accounts in the tree.');
const checkpoint = words('Signed checkpoint of the log: a note of c2sp.org/tlog-checkpoint.');

const Transparency = Type.Object(
  {
    origin: words('Name of the log. It changes only after a restore of the database.'),
    key: nullable(
      words(
        'Key that verifies checkpoints, in the form `name+id+key` of c2sp.org/signed-note; null before the first posting.',
      ),
    ),
    checkpoint: nullable(checkpoint),
    liabilities: nullable(
      Type.Object({
        date,
        at: instant('Moment of the balances in the tree, by the clock of the database.'),
        total,
        root: words('Root of the Merkle-sum tree over all balances, in base64.'),
        count,
        checkpoint: nullable(
          words(
            'Checkpoint of the log at that time, whose SHA-256 is the last word of the memo; null before the first posting.',
          ),
        ),
      }),
    ),
    anchor: nullable(
      Type.Object({
        signature: words(
          'Signature of the transaction whose memo has date, root, total and hash of the checkpoint.',
        ),
        slot: integer('Slot of the transaction.'),
        memo: words('The memo as the relayer has written it. Compute it from the tree and compare.'),
      }),
    ),
    reserves: nullable(
      Type.Object({
        amount: rupiah('Money that the operator says to hold for what it owes, in rupiah.'),
        at: instant('Moment for which the amount holds.'),
        source: words('Where the operator has the amount from, such as a bank statement.'),
      }),
    ),
  },
  { title: 'Transparency' },
);

const TransparencyHistory = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        date,
        total,
        count,
        reserves: nullable(rupiah('Reserves of that time, in rupiah; null if none were entered.')),
      }),
    ),
  },
  { title: 'TransparencyHistory' },
);

const PostingProof = Type.Object(
  {
    index: integer('Number of the entry in the log, from 0.'),
    id: words('Id of the posting.'),
    at: instant('Time of the posting.'),
    entries: Type.Array(
      Type.Object({
        hash: Type.Optional(words('Hash of the entry of another party, in base64.')),
        salt: Type.Optional(words('Salt of the caller’s entry, in base64.')),
        name: Type.Optional(words('Name in the caller’s entry: the pid or client_id.')),
        amount: Type.Optional(rupiah('Amount of the caller’s entry in rupiah; negative if it was debited.')),
        balanceAfter: Type.Optional(rupiah('Balance after the caller’s entry, in rupiah.')),
      }),
      {
        description:
          'Entries of the posting. Only those of the caller have `salt`, `name`, `amount` and `balanceAfter`; the others have `hash`.',
      },
    ),
    checkpoint,
    path: Type.Array(Type.String(), {
      description: 'Inclusion proof (RFC 6962) from the entry’s sibling upwards, in base64.',
    }),
  },
  { title: 'PostingProof' },
);

const LiabilityProof = Type.Object(
  {
    date,
    balance: rupiah(
      'Amount in the tree: balance and held money of a player, balance and open settlements of an app, in rupiah.',
    ),
    salt: words('Salt of the caller’s leaf, in base64.'),
    path: Type.Array(
      Type.Object({
        side: literals(['left', 'right'], { description: 'Side on which the other node is.' }),
        hash: words('Hash of the other node, in base64.'),
        sum: rupiah('Sum of the other node, in rupiah.'),
      }),
    ),
    root: words('Root of the tree, in base64.'),
    total,
  },
  { title: 'LiabilityProof' },
);

export const transparency = declare('transparency', {
  getTransparency: {
    summary: 'Returns the state of the public books',
    description:
      'Checkpoint and key of the log of postings (`/log/checkpoint`, `/log/tile/…`), the total of the last daily tree over all balances, its anchor on the chain, and the reserves that the operator has entered.',
    access: 'public',
    reply: Transparency,
    example: {},
  },
  getTransparencyHistory: {
    summary: 'Lists the totals of the last 366 days, oldest first',
    access: 'public',
    reply: TransparencyHistory,
    example: {},
  },
});

export const proofs = declare('transparency', {
  getPostingProof: {
    summary: 'Proves that a posting is in the public log',
    description:
      'For a party of the posting. With `Accept: text/plain` the response is a file of c2sp.org/tlog-proof, whose `extra` is the JSON of this reply without checkpoint and path.',
    access: 'app-or-user',
    params: Type.Object({ id: described(uuid, 'Id of the posting, as in the statement.') }),
    reply: PostingProof,
    errors: ['posting_not_found', 'proof_not_ready', 'proof_key_lost'],
    example: { id: '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b' },
  },
  getLiabilityProof: {
    summary: 'Proves that the caller’s balance is part of the published total',
    access: 'app-or-user',
    reply: LiabilityProof,
    errors: ['proof_not_ready', 'proof_key_lost'],
    example: {},
  },
});
