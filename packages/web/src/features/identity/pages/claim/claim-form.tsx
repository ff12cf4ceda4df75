import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { describeError } from '../../../../kit/api/describe-error.ts';
import type { ClaimAnswer, ClaimApp, PendingClaim } from '../../../../kit/api/shapes.ts';
import { normaliseHandle } from '../../parts/handle/check-handle.ts';
import { wantedHandle } from '../../parts/handle/wanted-handle.ts';
import { AppIdentity } from '../../../../kit/app-request/request-parts.tsx';
import { SharedList } from '../../../../kit/app-request/shared-list.tsx';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { Countdown } from '../../../../kit/controls/countdown.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { IdentityCard } from '../../parts/identity-card.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { Pid } from '../../../../kit/controls/pid.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { Dialog } from '../../../../kit/controls/dialog.tsx';
import { HandleField, useAvailability } from './handle-field.tsx';
import type { Text } from './text.en.ts';

interface ConfirmClaimProps {
  readonly text: Text;
  readonly handle: string;
  readonly appName: string | undefined;
  readonly open: boolean;
  readonly busy: boolean;
  /** `allow`: whether the app gets access too. */
  readonly onConfirm: (allow: boolean) => Promise<void>;
  readonly onClose: () => void;
}

function ConfirmClaim({ text, handle, appName, open, busy, onConfirm, onClose }: ConfirmClaimProps) {
  return (
    <Dialog
      open={open}
      locked={busy}
      title={text.confirmTitle(`${handle}@pid`)}
      onClose={onClose}
      actions={
        <>
          <Button look="plain" disabled={busy} onClick={onClose}>
            {text.change}
          </Button>
          {appName !== undefined && (
            <Button look="plain" disabled={busy} waitsToBeRead onClick={() => onConfirm(false)}>
              {text.confirmAndDeny(appName)}
            </Button>
          )}
          <Button look="sun" busy={busy} waitsToBeRead onClick={() => onConfirm(true)}>
            {appName === undefined ? text.confirm(handle) : text.confirmAndAllow(appName)}
          </Button>
        </>
      }
    >
      <p class="rounded-md bg-sunken p-4 text-center font-mono text-xl font-semibold wrap-anywhere">
        <Pid pid={`${handle}@pid`} />
      </p>
      <p>{text.confirmBody}</p>
      {appName !== undefined && <p class="text-sm text-muted">{text.consentBody(appName)}</p>}
    </Dialog>
  );
}

function Suggestions(props: { text: Text; handles: readonly string[]; onChoose: (handle: string) => void }) {
  if (props.handles.length === 0) return null;
  return (
    <div class="flex flex-wrap items-center gap-2">
      <span class="text-sm text-muted">{props.text.suggestions}</span>
      {props.handles.map((handle) => (
        <button
          key={handle}
          type="button"
          class="min-h-11 rounded-full border border-edge bg-surface px-3 text-sm font-semibold hover:bg-brand-soft"
          onClick={() => props.onChoose(handle)}
        >
          {handle}
        </button>
      ))}
    </div>
  );
}

function Consent({ text, app }: { text: Text; app: ClaimApp }) {
  return (
    <section
      class="grid gap-4 rounded-md border border-line bg-sunken p-4"
      aria-label={text.consentTitle(app.name)}
    >
      <p class="font-semibold">{text.consentTitle(app.name)}</p>
      <AppIdentity {...app} />
      <SharedList scopes={app.scopes} />
    </section>
  );
}

interface ClaimFormProps {
  readonly text: Text;
  readonly claim: PendingClaim;
  readonly onClaimed: (answer: ClaimAnswer) => Promise<void>;
  readonly onExpired: () => void;
  /** Tells the app whose login led here that the player cancelled. */
  readonly onCancel: (app: ClaimApp) => void;
}

export function ClaimForm({ text, claim, onClaimed, onExpired, onCancel }: ClaimFormProps) {
  const common = useCommon();
  const [typed, setTyped] = useState(() => wantedHandle.read() ?? '');
  const [refused, setRefused] = useState<{ handle: string; sentence: string } | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [triedEmpty, setTriedEmpty] = useState(false);
  const handle = normaliseHandle(typed);
  const availability = useAvailability(handle);
  const { app } = claim;
  const submit = useAction(async (allow: boolean) => {
    try {
      const decision = allow ? 'allow' : 'deny';
      const body = app ? ({ handle, decision } as const) : { handle };
      const answer = await api.call('claimHandle', body, { session: 'none' });
      await onClaimed(answer);
    } catch (error) {
      setConfirming(false);
      if (error instanceof Refusal && error.status === 410) onExpired();
      const sentence = describeError(error, common.errors).fields['handle'];
      if (sentence === undefined) throw error;
      setRefused({ handle, sentence });
    }
  });
  const ready = availability.kind === 'available' || availability.kind === 'unknown';
  const refusedNow = refused?.handle === handle ? refused.sentence : undefined;
  const emptyNow = triedEmpty && handle === '' ? text.flaws.empty : undefined;
  return (
    <Form
      class="grid gap-6"
      onSubmit={() => {
        setTriedEmpty(handle === '');
        if (ready) setConfirming(true);
      }}
    >
      <IdentityCard
        handle={availability.kind === 'flawed' ? text.placeholder : handle}
        caption={text.cardCaption}
      />
      <Card>
        <div class="grid grid-cols-1 gap-4">
          <HandleField
            text={text}
            typed={typed}
            handle={handle}
            availability={availability}
            error={refusedNow ?? emptyNow}
            onType={setTyped}
          />
          <Suggestions text={text} handles={claim.suggestions} onChoose={setTyped} />
          {app && <Consent text={text} app={app} />}
          <Notice tone="warn" title={text.permanentTitle}>
            {text.permanent}
          </Notice>
          <ErrorNotice error={submit.error} />
          <Button type="submit" busy={submit.busy} disabled={!ready && handle !== ''}>
            {text.continue}
          </Button>
          {app && (
            <Button look="quiet" onClick={() => onCancel(app)}>
              {common.cancel}
            </Button>
          )}
          <Countdown until={claim.expiresAt} label={text.timeLeft} onEnd={onExpired} />
        </div>
      </Card>
      <ConfirmClaim
        text={text}
        handle={handle}
        appName={app?.name}
        open={confirming}
        busy={submit.busy}
        onConfirm={(allow) => submit.run(allow)}
        onClose={() => setConfirming(false)}
      />
    </Form>
  );
}
