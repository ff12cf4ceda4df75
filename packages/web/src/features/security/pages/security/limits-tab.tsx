import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { Limits } from '../../../../kit/api/shapes.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { readAmountOrZero } from '../../../../kit/money/read-amount.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { OperatorContact } from '../../../../kit/controls/operator-contact.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { ReadOnlyWhileSuspended } from '../../../../kit/suspension/unless-suspended.tsx';
import type { LimitsText as Text } from './limits.en.ts';

const FIELDS = ['stepUpAmount', 'dailyLimit', 'noticeAmount'] as const;
type LimitName = (typeof FIELDS)[number];
type Typed = Record<LimitName, string>;

const typedFrom = (limits: Limits): Typed => ({
  stepUpAmount: String(limits.stepUpAmount),
  dailyLimit: String(limits.dailyLimit),
  noticeAmount: String(limits.noticeAmount),
});

function Pending({ text, limits }: { text: Text; limits: Limits }) {
  if (limits.pendingFrom === undefined) return null;
  return (
    <Notice tone="note" title={text.limits.pendingTitle}>
      <ul class="grid gap-1">
        {limits.pendingStepUpAmount !== undefined && (
          <li>{text.limits.pendingStepUp(formatRupiah(BigInt(limits.pendingStepUpAmount)))}</li>
        )}
        {limits.pendingDailyLimit !== undefined && (
          <li>{text.limits.pendingDaily(formatRupiah(BigInt(limits.pendingDailyLimit)))}</li>
        )}
        {limits.pendingNoticeAmount !== undefined && (
          <li>{text.limits.pendingNotice(formatRupiah(BigInt(limits.pendingNoticeAmount)))}</li>
        )}
        <li>
          {text.limits.pendingFrom} <DateTime value={limits.pendingFrom} />
        </li>
      </ul>
    </Notice>
  );
}

function LimitsForm({ text, first }: { text: Text; first: Limits }) {
  const [limits, setLimits] = useState(first);
  const [typed, setTyped] = useState<Typed>(() => typedFrom(first));
  // Zero is a valid limit: every send then needs a passkey.
  const wanted = FIELDS.map((name) => ({ name, value: readAmountOrZero(typed[name]) }));
  const changed = wanted.filter(({ name, value }) => value !== limits[name]);
  const isReadable = wanted.every(({ value }) => value !== null);
  const save = useAction(async () => {
    const next = await api.call(
      'changeLimits',
      Object.fromEntries(changed.map(({ name, value }) => [name, value])),
    );
    setLimits(next);
    setTyped(typedFrom(next));
    showToast(next.pendingFrom === undefined ? text.limits.saved : text.limits.savedLater);
  });
  return (
    <Form
      class="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={() => isReadable && changed.length > 0 && save.run()}
    >
      <Pending text={text} limits={limits} />
      {FIELDS.map((name) => (
        <AmountField
          key={name}
          name={name}
          label={text.limits.labels[name]}
          hint={text.limits.hints[name]}
          error={typed[name] === '' ? text.limits.flaw : undefined}
          value={typed[name]}
          onInput={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <ErrorNotice error={save.error} />
      <p class="text-sm text-muted">{text.limits.rule}</p>
      <p>
        <Button type="submit" busy={save.busy} disabled={!isReadable || changed.length === 0}>
          {text.limits.save}
        </Button>
      </p>
    </Form>
  );
}

/** The tier of the player, what is left of it, and how to register. Nothing without tiers. */
function TierCard({ text, limits }: { text: Text; limits: Limits }) {
  const { tier, balanceMax, incomingMax, incomingLeft } = limits;
  if (tier === undefined) return null;
  const amount = (value: number | undefined) => formatRupiah(BigInt(value ?? 0));
  return (
    <Card title={text.limits.tier.title[tier]}>
      <Facts>
        <Fact label={text.limits.tier.balance}>{amount(balanceMax)}</Fact>
        <Fact label={text.limits.tier.incoming}>{amount(incomingMax)}</Fact>
        <Fact label={text.limits.tier.left}>{amount(incomingLeft)}</Fact>
      </Facts>
      {tier === 'basic' && (
        <p class="pt-3 text-sm text-muted">
          {text.limits.tier.how} <OperatorContact fallback={text.limits.tier.help} />
        </p>
      )}
    </Card>
  );
}

export function LimitsTab({ text }: { text: Text }) {
  const limits = useLoad('limits', (signal) => api.call('getLimits', {}, { signal }));
  return (
    <div class="grid grid-cols-1 gap-6">
      <Card title={text.limits.title}>
        <div class="grid grid-cols-1 gap-5">
          <p class="-mt-3 text-sm text-muted">{text.limits.lead}</p>
          <WhenLoaded loaded={limits} waiting={6}>
            {(first) => (
              <ReadOnlyWhileSuspended>
                <LimitsForm text={text} first={first} />
              </ReadOnlyWhileSuspended>
            )}
          </WhenLoaded>
        </div>
      </Card>
      {limits.state === 'ready' && <TierCard text={text} limits={limits.value} />}
    </div>
  );
}
