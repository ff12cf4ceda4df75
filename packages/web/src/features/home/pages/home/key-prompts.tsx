import { useEffect } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { CredentialApproval, Passkey } from '../../../../kit/api/shapes.ts';
import { addPasskey } from '../../../../kit/passkeys/add-passkey.ts';
import { mayCreateSilently, passkeysSupported } from '../../../../kit/passkeys/ceremony.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { KeyIcon } from '../../../../kit/controls/icons.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { sleep } from '../../../../kit/platform/clock.ts';
import { usePoll } from '../../../../kit/controls/use-poll.ts';
import type { Text } from './text.en.ts';

const APPROVALS_EVERY_MILLISECONDS = 8_000;

/** The library must not compete with the page on a slow connection. */
const OFFER_AFTER_MILLISECONDS = 3_000;

function FirstPasskey({ text, onAdded }: { text: Text; onAdded: () => void }) {
  const done = () => {
    showToast(text.passkeyAdded);
    onAdded();
  };
  const add = useAction(async () => {
    await addPasskey();
    done();
  });
  // If the browser supports it, create the passkey before the player asks for it.
  useEffect(() => {
    const offer = async () => {
      await sleep(OFFER_AFTER_MILLISECONDS);
      const { offerPasskey } = await import('../../../../kit/passkeys/offer-passkey.ts');
      if (await offerPasskey()) done();
    };
    if (mayCreateSilently()) offer().catch(() => undefined);
  }, []);
  return (
    <section
      class="panel grid gap-4 border-brand p-5 sm:flex sm:items-center sm:p-6"
      aria-label={text.firstPasskeyTitle}
    >
      <span class="grid size-12 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
        <KeyIcon class="size-6" />
      </span>
      <div class="min-w-0 flex-1">
        <h2 class="text-xl">{text.firstPasskeyTitle}</h2>
        <p class="text-sm text-muted">{text.firstPasskeyBody}</p>
        <ErrorNotice error={add.error} />
      </div>
      <Button look="sun" busy={add.busy} onClick={() => add.run()} class="shrink-0">
        {text.firstPasskey}
      </Button>
    </section>
  );
}

export interface Keys {
  readonly passkeys: readonly Passkey[];
  readonly approvals: { readonly items: readonly CredentialApproval[] };
}

const readPasskeys = (signal: AbortSignal) => api.call('listPasskeys', {}, { signal });
const readApprovals = (signal: AbortSignal) => api.call('listCredentialApprovals', {}, { signal });

/** Read before the page is shown, so that a prompt does not shift the page later. */
export async function readKeys(signal: AbortSignal): Promise<Keys> {
  const [passkeys, approvals] = await Promise.all([readPasskeys(signal), readApprovals(signal)]);
  return { passkeys, approvals };
}

/**
 * Shows the next step for the player's passkeys: create the first one, or review one that waits for approval.
 */
export function KeyPrompts({ text, keys, onAdded }: { text: Text; keys: Keys; onAdded: () => void }) {
  const polled = usePoll('approvals', readApprovals, {
    everyMilliseconds: APPROVALS_EVERY_MILLISECONDS,
    first: keys.approvals,
  });
  const approvals = (polled.value ?? keys.approvals).items;
  if (approvals.some(({ current: isOwnRequest }) => !isOwnRequest)) {
    // Announced, but not a live notice: that would scroll the page under the player's finger.
    return (
      <div role="status">
        <Notice
          tone="warn"
          title={text.approvalTitle}
          action={
            <ButtonLink small href={PAGE_PATHS.security}>
              {text.approvalOpen}
            </ButtonLink>
          }
        >
          {text.approvalBody}
        </Notice>
      </div>
    );
  }
  if (keys.passkeys.length > 0 || !passkeysSupported()) return null;
  return <FirstPasskey text={text} onAdded={onAdded} />;
}
