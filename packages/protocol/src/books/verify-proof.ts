import { equalBytes, type Bytes } from '../bytes.ts';
import { openCheckpoint, fromBase64, type NoteKey } from './checkpoint.ts';
import { entryHash, liabilityLeaf, nameHash, postingHash, sumNode, type SumNode } from './hashes.ts';
import { leafHash, rootFromPath } from './merkle.ts';

/** An entry of another party is only a hash. */
export type ProofEntry =
  | { readonly hash: string }
  | {
      readonly salt: string;
      readonly name: string;
      readonly amount: number;
      readonly balanceAfter: number;
    };

/** The reply of `GET /v1/fiat/postings/{id}/proof`; bytes are base64. */
export interface PostingProof {
  readonly index: number;
  readonly id: string;
  readonly at: string;
  readonly entries: readonly ProofEntry[];
  readonly checkpoint: string;
  readonly path: readonly string[];
}

/** The reply of `GET /v1/fiat/liability-proof`; hashes and salt are base64. */
export interface LiabilityProof {
  readonly date: string;
  readonly balance: number;
  readonly salt: string;
  readonly path: readonly { readonly side: 'left' | 'right'; readonly hash: string; readonly sum: number }[];
  readonly root: string;
  readonly total: number;
}

function hashOfEntry(entry: ProofEntry): Bytes {
  return 'hash' in entry
    ? fromBase64(entry.hash)
    : entryHash(
        fromBase64(entry.salt),
        nameHash(entry.name),
        BigInt(entry.amount),
        BigInt(entry.balanceAfter),
      );
}

/** The 32 bytes of the log that a proof is about, computed from what it opens. */
export function provenEntry({ id, at, entries }: PostingProof): Bytes {
  return postingHash(
    id,
    new Date(at).getTime(),
    entries.map((entry) => hashOfEntry(entry)),
  );
}

/** The entry that a proof must open, as a receipt or a statement shows it. */
export interface ExpectedEntry {
  /** Id of the posting. */
  readonly id: string;
  /** The pid or client_id of the account. */
  readonly name: string;
  readonly amount: number;
  /** Absent if the receipt does not have it. */
  readonly balanceAfter?: number | undefined;
}

/**
 * `unopened`: the log contains the posting, but the proof opens no entry, so amount and balance cannot be
 * compared.
 */
export type PostingVerdict = 'proven' | 'unopened' | 'wrong';

/** Checks that the log's signed checkpoint contains the expected posting, and that the proof opens the expected entry. */
export function verifyPosting(proof: PostingProof, expected: ExpectedEntry, key: NoteKey): PostingVerdict {
  try {
    const isInLog = proof.id === expected.id && isLogged(proof, key);
    const opened = proof.entries.flatMap((entry) => ('hash' in entry ? [] : entry));
    if (isInLog && opened.length === 0) return 'unopened';
    // With two entries of one account, the amount of one would not be the amount of the posting.
    const [mine, ...more] = opened.filter(({ name }) => name === expected.name);
    const isExpected =
      mine?.amount === expected.amount &&
      (expected.balanceAfter === undefined || mine.balanceAfter === expected.balanceAfter) &&
      more.length === 0;
    return isInLog && isExpected ? 'proven' : 'wrong';
  } catch {
    return 'wrong';
  }
}

function isLogged(proof: PostingProof, key: NoteKey): boolean {
  const checkpoint = openCheckpoint(proof.checkpoint, key);
  const path = proof.path.map((hash) => fromBase64(hash));
  const root = checkpoint && rootFromPath(leafHash(provenEntry(proof)), proof.index, checkpoint.size, path);
  return Boolean(root && equalBytes(root, checkpoint.root));
}

/** A daily tree as `GET /v1/transparency` publishes it for everyone. The root is base64. */
export interface PublishedTotal {
  readonly date: string;
  readonly root: string;
  readonly total: number;
}

/** Checks that a balance of this name is part of the published total. */
export function isLiabilityProven(
  proof: LiabilityProof,
  name: string,
  { date, root, total }: PublishedTotal,
): boolean {
  try {
    const balance = BigInt(proof.balance);
    const leaf: SumNode = {
      hash: liabilityLeaf(fromBase64(proof.salt), nameHash(name), balance),
      sum: balance,
    };
    const top = proof.path.reduce<SumNode>((node, step) => {
      const sibling = { hash: fromBase64(step.hash), sum: BigInt(step.sum) };
      return step.side === 'left' ? sumNode(sibling, node) : sumNode(node, sibling);
    }, leaf);
    return (
      top.sum === BigInt(proof.total) &&
      equalBytes(top.hash, fromBase64(proof.root)) &&
      proof.date === date &&
      proof.root === root &&
      proof.total === total
    );
  } catch {
    return false;
  }
}
