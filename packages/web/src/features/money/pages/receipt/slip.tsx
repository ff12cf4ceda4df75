import type { ComponentChildren } from 'preact';
import { nameGoods } from '@pid/contract/name-goods';
import type { PlayerPayment } from '../../../../kit/api/shapes.ts';
import { locale, useCommon } from '../../../../kit/i18n/locale.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Badge } from '../../../../kit/controls/badge.tsx';
import { CheckIcon } from '../../../../kit/controls/icons.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { PaymentBadge } from '../../parts/payment-status.tsx';
import type { ReceiptContent } from './describe-receipt.ts';
import type { Text } from './text.en.ts';

function Value({ text, label, value }: { text: Text; label: string; value: string }) {
  const isCode = label === text.number || label === text.payment.reference;
  return isCode ? <code class="text-xs font-normal">{value}</code> : <span>{value}</span>;
}

/** The app with its logo and badge, above the amount. */
function AppHead({ app }: { app: PlayerPayment['app'] }) {
  const common = useCommon();
  return (
    <p class="mb-3 grid justify-items-center gap-2">
      <AppLogo name={app.name} logoUrl={app.logoUrl} />
      <span class="font-semibold break-words">{app.name}</span>
      {app.verified && (
        <Badge tone="good" check>
          {common.login.verified}
        </Badge>
      )}
    </p>
  );
}

interface SlipProps {
  readonly text: Text;
  readonly content: ReceiptContent;
  readonly payment: PlayerPayment | null;
  /** Shows that the money has just been sent. */
  readonly isNew: boolean;
}

/** A receipt with the amount, the details and, for a payment, its history. */
export function Slip({ text, content, payment, isNew }: SlipProps): ComponentChildren {
  const { amount, what, lines, history } = content;
  return (
    <div class="panel receipt overflow-hidden">
      <div class="grid justify-items-center gap-1 border-b border-dashed border-edge px-5 py-7 text-center">
        {isNew && (
          <span class="mb-2 grid size-14 place-items-center rounded-full bg-good-soft text-good">
            <CheckIcon class="size-8" />
          </span>
        )}
        <p class="hidden pb-3 font-display text-xl font-bold print:block">PID</p>
        {payment && <AppHead app={payment.app} />}
        <p class="font-display text-3xl font-bold break-all">{amount}</p>
        <p class="break-words text-muted">{payment ? nameGoods(payment, locale.value) : what}</p>
        {payment && (
          <p class="pt-2">
            <PaymentBadge
              text={text.payment}
              status={payment.status}
              returned={payment.returned}
              refunded={payment.refunded}
            />
          </p>
        )}
      </div>
      <div class="px-5 py-3 sm:px-6">
        <Facts>
          {lines
            .filter(({ isInHead }) => isInHead !== true)
            .map(({ label, value }) => (
              <Fact key={`${label} ${value}`} label={label}>
                <Value text={text} label={label} value={value} />
              </Fact>
            ))}
        </Facts>
      </div>
      {history.length > 0 && (
        <section class="border-t border-dashed border-edge px-5 py-5 sm:px-6" aria-label={text.history}>
          <h2 class="pb-3 font-sans text-sm font-semibold text-muted">{text.history}</h2>
          <ol class="grid gap-3">
            {history.map(({ label, value, detail }) => (
              <li key={detail} class="flex gap-3">
                <span class="mt-2 size-2 shrink-0 rounded-full bg-brand" aria-hidden="true" />
                <span class="min-w-0 flex-1">
                  <span class="flex flex-wrap justify-between gap-x-4 font-semibold">
                    <span>{label}</span>
                    <span class="tabular-nums">{value}</span>
                  </span>
                  <span class="block text-sm text-muted">{detail}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
