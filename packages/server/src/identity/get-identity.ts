import type { UserCaller } from '../platform/http/index.ts';

/** Admission has read everything there is to answer. */
export function getIdentity({ pid, status, createdAt }: UserCaller) {
  return { pid, status, createdAt };
}
