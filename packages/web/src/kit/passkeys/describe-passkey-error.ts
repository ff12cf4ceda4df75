import type { CommonText } from '../i18n/common.en.ts';
import { PasskeyError } from './passkey-error.ts';
import type { PasskeyProblem } from './passkey-error.ts';

const TEXTS: Readonly<Record<PasskeyProblem, keyof CommonText['errors']>> = {
  cancelled: 'passkeyCancelled',
  'already-here': 'passkeyHere',
  unsupported: 'passkeyMissing',
};

/** Returns null for an error that does not come from a passkey. */
export function describePasskeyError(error: unknown, text: CommonText['errors']): string | null {
  return error instanceof PasskeyError ? text[TEXTS[error.problem]] : null;
}
