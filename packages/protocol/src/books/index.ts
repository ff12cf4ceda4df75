export {
  checkpointBody,
  cosignatureLine,
  cosignedText,
  decodeKey,
  encodeKey,
  fromBase64,
  keyId,
  openCheckpoint,
  readCheckpoint,
  signatureLine,
  tlogProof,
  toBase64,
} from './checkpoint.ts';
export type { Checkpoint, NoteKey, SignedCheckpoint, VerifySignature } from './checkpoint.ts';
export {
  accountSalt,
  entryHash,
  liabilityLeaf,
  liabilityMemo,
  nameHash,
  postingHash,
  restartHash,
  sumNode,
  uuidBytes,
} from './hashes.ts';
export type { OpenedEntry, SumNode } from './hashes.ts';
export {
  coverOf,
  foldCover,
  inclusionRanges,
  isContinued,
  leafHash,
  nodeHash,
  rootFromPath,
  rootOf,
} from './merkle.ts';
export type { Place } from './merkle.ts';
export { fetchRestarts, followLog, followRestarts, logPath } from './follow-log.ts';
export type { FetchFromLog, Restart } from './follow-log.ts';
export { readTilePath, TILE_WIDTH, tileOf, tilePath } from './tile-path.ts';
export type { TileAddress } from './tile-path.ts';
export { isLiabilityProven, provenEntry, verifyPosting } from './verify-proof.ts';
export type {
  ExpectedEntry,
  LiabilityProof,
  PostingProof,
  PostingVerdict,
  ProofEntry,
  PublishedTotal,
} from './verify-proof.ts';
