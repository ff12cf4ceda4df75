import type { UserCaller } from '../platform/http/index.ts';

/** Authentication has already read all fields of the response. */
export function getIdentity({ pid, status, createdAt }: UserCaller) {
  return { pid, status, createdAt };
}
