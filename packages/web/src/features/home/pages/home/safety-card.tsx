import type { Reply } from '@pid/contract';
import { api } from '../../../../kit/api/api.ts';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { tellRecovering } from '../../../security/parts/notices/owner-state.ts';
import type { Passkey } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

export type Safety = Reply<'getRecovery'>;

/** What follows the notice waits for no longer than this. */
const WAIT_MILLISECONDS = 3_000;

async function askSafety(signal: AbortSignal): Promise<Safety | null> {
  try {
    const safety = await api.call('getRecovery', {}, { signal });
    tellRecovering(safety);
    return safety;
  } catch {
    return null;
  }
}

/** Returns null without a chain, or if the chain does not respond in time. */
export async function readSafety(signal: AbortSignal): Promise<Safety | null> {
  if (!hasChain) return null;
  const tooLong = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), WAIT_MILLISECONDS);
  });
  return Promise.race([askSafety(signal), tooLong]);
}

interface SafetyCardProps {
  readonly text: Text['safety'];
  readonly safety: Safety | null;
  readonly passkeys: readonly Passkey[];
}

/** Shows how safe the account is and the next step. A second passkey alone does not protect a vault. */
export function SafetyCard({ text, safety, passkeys }: SafetyCardProps) {
  if (safety === null || passkeys.length === 0) return null;
  const isAlone = passkeys.length === 1 && !passkeys[0]!.backedUp;
  if (safety.policy === null && (safety.activated || isAlone))
    return (
      <Notice
        tone="warn"
        title={safety.activated ? text.vaultTitle : text.singleTitle}
        action={
          <ButtonLink small href={safety.activated ? PAGE_PATHS.recovery : PAGE_PATHS.security}>
            {safety.activated ? text.setUp : text.security}
          </ButtonLink>
        }
      >
        {safety.activated ? text.vault : text.single}
      </Notice>
    );
  if (safety.policy?.reachable === false)
    return (
      <Notice
        tone="warn"
        title={text.leftTitle}
        action={
          <ButtonLink small href={PAGE_PATHS.recovery}>
            {text.choose}
          </ButtonLink>
        }
      >
        {text.left}
      </Notice>
    );
  return (
    <Notice
      tone="good"
      action={
        <a class="text-link" href={PAGE_PATHS.recovery}>
          {text.look}
        </a>
      }
    >
      {safety.policy ? text.guarded : text.fine}
    </Notice>
  );
}
