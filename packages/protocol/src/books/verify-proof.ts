import { equalBytes, type Bytes } from '../bytes.ts';
import { openCheckpoint, fromBase64, type NoteKey, type VerifySignature } from './checkpoint.ts';
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

/** Checks that the log's signed checkpoint contains the posting with the entries that the proof opens. */
export function isPostingProven(proof: PostingProof, key: NoteKey, verify: VerifySignature): boolean {
  try {
    const checkpoint = openCheckpoint(proof.checkpoint, key, verify);
    const path = proof.path.map((hash) => fromBase64(hash));
    const root = checkpoint && rootFromPath(leafHash(provenEntry(proof)), proof.index, checkpoint.size, path);
    return Boolean(root && equalBytes(root, checkpoint.root));
  } catch {
    return false;
  }
}

/** Checks that a balance of this name is part of the published total. */
export function isLiabilityProven(proof: LiabilityProof, name: string): boolean {
  try {
    const balance = BigInt(proof.balance);
    const leaf: SumNode = {
      hash: liabilityLeaf(fromBase64(proof.salt), nameHash(name), balance),
      sum: balance,
    };
    const root = proof.path.reduce<SumNode>((node, step) => {
      const sibling = { hash: fromBase64(step.hash), sum: BigInt(step.sum) };
      return step.side === 'left' ? sumNode(sibling, node) : sumNode(node, sibling);
    }, leaf);
    return root.sum === BigInt(proof.total) && equalBytes(root.hash, fromBase64(proof.root));
  } catch {
    return false;
  }
}
