import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import type { PlayerAllowance } from '../../../../kit/api/shapes.ts';
import { AppIdentity, SignedInAs } from '../../../../kit/app-request/request-parts.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { FirstPasskey } from '../../../../kit/passkeys/first-passkey.tsx';
import { PasskeyNotice } from '../../../../kit/passkeys/passkey-notice.tsx';
import { firstToCount, isTooNew } from '../../../../kit/passkeys/usable-passkeys.ts';
import {
  AskedByApp,
  greetBeforeSignIn,
  isLost,
  readRequest,
  type AskParts,
  type RequestKind,
} from '../../parts/asked-by-app.tsx';
import type { Text } from './text.en.ts';

const kind: RequestKind<PlayerAllowance> = {
  name: 'allowance',
  read: (id, options) => api.call('getAllowance', { id }, options),
  readStatus: (id, options) => api.call('getAllowanceStatus', { id }, options),
  async decline(id) {
    await api.call('endAllowance', { id });
    return api.call('getAllowance', { id });
  },
  toldStatus: ({ status }) => status,
};

interface Asked {
  readonly request: PlayerAllowance | null;
  readonly pid: string;
  readonly suspended: boolean;
  /** Those that can approve. */
  readonly passkeys: number;
  /** When the first passkey can approve, if none can yet. */
  readonly countsFrom: string | null;
}

async function readAsked(id: string, query: URLSearchParams, signal: AbortSignal): Promise<Asked> {
  const options = { signal, attempts: 3 };
  await greetBeforeSignIn(kind, id, query, signal);
  const [request, { pid, status }, passkeys] = await Promise.all([
    readRequest(kind, id, query, options),
    api.call('getIdentity', {}, options),
    api.call('listPasskeys', {}, options),
  ]);
  return {
    request,
    pid,
    suspended: status === 'suspended',
    passkeys: passkeys.filter((passkey) => !isTooNew(passkey)).length,
    countsFrom: firstToCount(passkeys),
  };
}

const limitOf = (text: Text, { amount, period }: PlayerAllowance) =>
  text.perPeriod[period](formatRupiah(BigInt(amount)));

function sayOutcome(text: Text, allowance: PlayerAllowance) {
  const { app, status, endReason } = allowance;
  const outcome =
    status === 'active' ? 'active' : endReason === 'declined' || endReason === 'lapsed' ? endReason : 'ended';
  const { title, body } = text.outcomes[outcome];
  return { isGood: status === 'active', title, body: body(limitOf(text, allowance), app.name) };
}

interface AskProps extends AskParts<PlayerAllowance>, Pick<Asked, 'pid' | 'passkeys' | 'countsFrom'> {
  readonly text: Text;
}

/** Shows the whole permission; nothing in it can be edited. */
function Ask({ text, request: allowance, onDone, onStale, onChangeAccount, ...asked }: AskProps) {
  const { pid, passkeys, countsFrom } = asked;
  const { id, app, amount, period } = allowance;
  const [lost, setLost] = useState(false);
  const allow = useAction(async () => {
    try {
      onDone(await api.call('approveAllowance', { id, expectedAmount: amount }));
    } catch (error) {
      setLost(isLost(error));
      if (error instanceof Refusal && [404, 409].includes(error.status)) onStale();
      throw error;
    }
  });
  const decline = useAction(async () => onDone(await kind.decline(id)));
  return (
    <div class="grid grid-cols-1 gap-4 sm:gap-5 sm:pt-6">
      <h1 class="text-2xl break-words sm:text-3xl" tabIndex={-1}>
        {text.ask(app.name)}
      </h1>
      <Card>
        <div class="grid grid-cols-1 gap-4 sm:gap-5">
          <AppIdentity {...app} origin={allowance.origin ?? text.noOrigin} />
          {!app.verified && <p class="-mt-2 text-sm text-muted">{text.unverifiedHint}</p>}
          <Facts>
            <Fact label={text.what}>
              <span class="break-words">{allowance.description}</span>
            </Fact>
            <Fact label={text.limit}>
              <span class="font-semibold">{limitOf(text, allowance)}</span>
              <span class="block text-sm font-normal text-muted">{text.counted[period]}</span>
            </Fact>
            <Fact label={text.until}>
              <DateTime value={allowance.endsAt} style="date" />
            </Fact>
          </Facts>
          <p class="text-sm text-muted">{text.explain(app.name)}</p>
          <SignedInAs text={text} pid={pid} busy={allow.busy || decline.busy} onChange={onChangeAccount} />
          {countsFrom !== null && (
            <Notice tone="warn" title={text.tooNew}>
              {text.tooNewFrom} <DateTime value={countsFrom} />. {text.tooNewBody}
            </Notice>
          )}
          {passkeys === 0 && countsFrom === null && <FirstPasskey text={text} onAdded={onStale} />}
          {lost && !allow.busy ? (
            <Notice tone="warn" live>
              {text.lost}
            </Notice>
          ) : (
            <PasskeyNotice error={allow.error ?? decline.error} />
          )}
          <div class="decision-bar">
            <Button look="plain" busy={decline.busy} disabled={allow.busy} onClick={decline.run}>
              {text.decline}
            </Button>
            <Button
              look="sun"
              busy={allow.busy}
              disabled={decline.busy || passkeys === 0}
              waitsToBeRead
              onClick={allow.run}
            >
              {text.allow[period]}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}

export function Page(props: PageProps<Text>) {
  const { text, params, query } = props;
  const id = params['id'] ?? '';
  const asked = useLoad(id, (signal) => readAsked(id, query, signal));
  return (
    <AskedByApp
      kind={kind}
      text={text}
      visit={props}
      lines={8}
      asked={asked}
      home={{ href: PAGE_PATHS.connected, label: text.connected }}
      sayOutcome={(allowance) => sayOutcome(text, allowance)}
      ask={(parts) => <Ask text={text} {...parts} />}
    />
  );
}
