import type { ComponentChildren } from 'preact';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { SendReceipt, StatementEntry } from '../../../../kit/api/shapes.ts';
import { describeEntry } from '../../parts/entry-list.tsx';
import { formatDateTime } from '../../../../kit/format/date-time.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { shareOrSave } from '../../../../kit/platform/share.ts';
import { Money } from '../../../../kit/money/money.tsx';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { CheckIcon, PrintIcon } from '../../../../kit/controls/icons.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import type { Text } from './text.en.ts';

type Receipt =
  | { readonly kind: 'send'; readonly send: SendReceipt }
  | { readonly kind: 'entry'; readonly entry: StatementEntry };

async function readReceipt(id: string, at: string | null, signal: AbortSignal): Promise<Receipt | null> {
  try {
    if (at === null) {
      const send = await api.call('getSendReceipt', { id }, { signal });
      return { kind: 'send', send };
    }
    // Postings have microseconds, entries milliseconds. So the range ends at the next millisecond.
    const moment = Date.parse(at);
    if (Number.isNaN(moment)) return null;
    const to = new Date(moment + 1).toISOString();
    const page = await api.call('getStatement', { from: at, to }, { signal });
    const entry = page.items.find((item) => item.id === id);
    return entry ? { kind: 'entry', entry } : null;
  } catch (error) {
    // A truncated or invented address is no receipt either.
    if (error instanceof Refusal && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Omits fees and balance, which are private. */
async function sharePicture(text: Text, send: SendReceipt): Promise<void> {
  const { drawReceipt } = await import('./draw-receipt.ts');
  const lines: [string, string][] = [
    [text.from, send.from],
    [text.to, send.to],
    ...(send.note === undefined ? [] : [[text.note, send.note] as [string, string]]),
    [text.when, formatDateTime(send.createdAt, locale.value, 'date-time')],
    [text.number, send.id],
  ];
  await shareOrSave(
    await drawReceipt({ amount: formatRupiah(BigInt(send.amount)), what: text.title, lines }),
  );
}

function SendFacts({ text, send }: { text: Text; send: SendReceipt }) {
  return (
    <>
      <Fact label={text.from}>{send.from}</Fact>
      <Fact label={text.to}>{send.to}</Fact>
      {send.fees ? (
        <>
          <Fact label={text.amount}>
            <Money amount={send.amount} />
          </Fact>
          <Fact label={text.fee}>
            <Money amount={send.fees.global} />
          </Fact>
          {send.fees.app > 0 && (
            <Fact label={text.appFee}>
              <Money amount={send.fees.app} />
            </Fact>
          )}
          <Fact label={text.paid}>
            <Money amount={send.amount + send.fees.total} />
          </Fact>
        </>
      ) : (
        <Fact label={text.received}>
          <Money amount={send.amount} />
        </Fact>
      )}
      {send.note !== undefined && <Fact label={text.note}>{send.note}</Fact>}
    </>
  );
}

function EntryFacts({ text, entry }: { text: Text; entry: StatementEntry }) {
  return (
    <>
      <Fact label={text.change}>
        <Money amount={entry.amount} signed />
      </Fact>
      <Fact label={text.balanceAfter}>
        <Money amount={entry.balanceAfter} />
      </Fact>
      {entry.fee !== undefined && entry.fee > 0 && (
        <Fact label={text.fees}>
          <Money amount={entry.fee} />
        </Fact>
      )}
      {entry.appName !== undefined && <Fact label={text.app}>{entry.appName}</Fact>}
      {entry.note !== undefined && (
        <Fact label={entry.payment === undefined ? text.note : text.for}>{entry.note}</Fact>
      )}
      {entry.reason !== undefined && <Fact label={text.reason}>{entry.reason}</Fact>}
      {entry.payment !== undefined && entry.amount < 0 && (
        <Fact label={text.payment}>
          <a
            class="text-link inline-flex min-h-11 items-center"
            href={`${PAGE_PATHS.payments}?payment=${entry.payment}`}
          >
            {text.paymentOpen}
          </a>
        </Fact>
      )}
    </>
  );
}

interface SlipProps {
  readonly text: Text;
  readonly id: string;
  readonly amount: number;
  readonly what: string;
  readonly createdAt: string;
  readonly isNew: boolean;
  readonly children: ComponentChildren;
}

/** A receipt with the amount, the details and the number. */
function Slip({ text, id, amount, what, createdAt, isNew, children }: SlipProps) {
  return (
    <div class="panel overflow-hidden">
      <div class="grid justify-items-center gap-1 border-b border-dashed border-edge px-5 py-7 text-center">
        {isNew && (
          <span class="mb-2 grid size-14 place-items-center rounded-full bg-good-soft text-good">
            <CheckIcon class="size-8" />
          </span>
        )}
        <p class="font-display text-3xl font-bold break-all">
          <Money amount={amount} />
        </p>
        <p class="text-muted">{what}</p>
      </div>
      <div class="px-5 py-3 sm:px-6">
        <Facts>
          {children}
          <Fact label={text.when}>
            <DateTime value={createdAt} />
          </Fact>
          <Fact label={text.number}>
            <code class="text-xs font-normal">{id}</code>
          </Fact>
        </Facts>
      </div>
    </div>
  );
}

function ReceiptView({ text, receipt, isNew }: { text: Text; receipt: Receipt; isNew: boolean }) {
  const { id, createdAt } = receipt.kind === 'send' ? receipt.send : receipt.entry;
  return (
    <>
      {receipt.kind === 'send' ? (
        <Slip
          text={text}
          id={id}
          createdAt={createdAt}
          isNew={isNew}
          amount={receipt.send.amount}
          what={
            receipt.send.fees
              ? text.money.kinds.send(receipt.send.to)
              : text.money.kinds.receive(receipt.send.from)
          }
        >
          <SendFacts text={text} send={receipt.send} />
        </Slip>
      ) : (
        <Slip
          text={text}
          id={id}
          createdAt={createdAt}
          isNew={false}
          amount={Math.abs(receipt.entry.amount)}
          what={describeEntry(receipt.entry, text.money)}
        >
          <EntryFacts text={text} entry={receipt.entry} />
        </Slip>
      )}
      <div class="flex flex-wrap items-center gap-3 print:hidden">
        <ButtonLink href={PAGE_PATHS.money}>{text.back}</ButtonLink>
        {receipt.kind === 'send' && (
          <Button look="plain" onClick={() => sharePicture(text, receipt.send)}>
            {text.share}
          </Button>
        )}
        <Button look="plain" onClick={() => window.print()}>
          <PrintIcon class="size-4" />
          {text.print}
        </Button>
        <CopyButton look="quiet" value={id} label={text.copyNumber} />
      </div>
    </>
  );
}

export function Page({ text, params, query }: PageProps<Text>) {
  const id = params['id'] ?? '';
  const at = query.get('at');
  const receipt = useLoad(`${id} ${at}`, (signal) => readReceipt(id, at, signal));
  if (receipt.state === 'ready' && receipt.value === null)
    return (
      <Scene
        handle="no_receipt"
        title={text.goneTitle}
        actions={<ButtonLink href={PAGE_PATHS.money}>{text.back}</ButtonLink>}
      >
        {text.goneBody}
      </Scene>
    );
  const shown = receipt.state === 'ready' ? receipt.value : null;
  const sentTo = query.has('sent') && shown?.kind === 'send' && shown.send.fees ? shown.send.to : null;
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle {...(sentTo === null ? {} : { lead: text.sentLead(sentTo) })}>
        {query.has('sent') ? text.sentTitle : text.title}
      </PageTitle>
      <WhenLoaded loaded={receipt} waiting={10}>
        {(value) => value && <ReceiptView text={text} receipt={value} isNew={sentTo !== null} />}
      </WhenLoaded>
    </div>
  );
}
