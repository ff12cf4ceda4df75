import { api } from '../../../../kit/api/api.ts';
import type { PlayerPayment, TopUp } from '../../../../kit/api/shapes.ts';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { useLoad } from '../../../../kit/controls/loading.tsx';
import { playCreature } from '../../../../kit/creature/play-creature.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { AskedByApp, greetBeforeSignIn, readRequest, type RequestKind } from '../../parts/asked-by-app.tsx';
import { Ask, type Funds } from './ask.tsx';
import type { Text } from './text.en.ts';
import { readTopUpFor, readTopUpRange } from './too-poor.tsx';

/** The states that are reported to the game. */
const TOLD: readonly string[] = ['paid', 'held', 'declined', 'expired'];

const kind: RequestKind<PlayerPayment> = {
  name: 'payment',
  read: (id, options) => api.call('getOwnPayment', { id }, options),
  readStatus: (id, options) => api.call('getPaymentStatus', { id }, options),
  decline: (id) => api.call('declinePayment', { id }),
  toldStatus: ({ status }) => (TOLD.includes(status) ? status : 'declined'),
};

interface Asked extends Funds {
  readonly request: PlayerPayment | null;
  readonly suspended: boolean;
}

async function readAsked(id: string, query: URLSearchParams, signal: AbortSignal): Promise<Asked> {
  const options = { signal, attempts: 3 };
  await greetBeforeSignIn(kind, id, query, signal);
  const [request, { balance }, { pid, status }] = await Promise.all([
    readRequest(kind, id, query, options),
    api.call('getBalance', {}, options),
    api.call('getIdentity', {}, options),
  ]);
  const missing = request?.status === 'open' ? request.total - balance : 0;
  const [topUp, range] = await Promise.all([
    request && readTopUpFor(id, signal),
    missing > 0 ? readTopUpRange(missing, signal) : null,
  ]);
  return { request, balance, pid, suspended: status === 'suspended', topUp, range };
}

/** Says where the money of a top-up is after a payment that took none of it. */
function unusedMoney(text: Text, payment: PlayerPayment, topUp: TopUp | null): string | null {
  if (!topUp || !['expired', 'cancelled', 'declined'].includes(payment.status)) return null;
  const amount = formatRupiah(BigInt(topUp.amount));
  if (topUp.setAside) return text.moneySetAside(amount);
  if (topUp.status === 'paid') return text.moneyKept(amount);
  return topUp.status === 'pending' ? text.moneyComes(amount) : null;
}

const isGood = (status: PlayerPayment['status']): status is 'paid' | 'held' =>
  status === 'paid' || status === 'held';

function sayOutcome(text: Text, payment: PlayerPayment, topUp: TopUp | null) {
  const { app, status, total, captureBy } = payment;
  const unused = unusedMoney(text, payment, topUp);
  const said = status === 'open' ? null : text.outcomes[status];
  return {
    isGood: isGood(status),
    title: said?.title ?? text.title,
    body: (
      <>
        {said?.body(formatRupiah(BigInt(total)), app.name)}
        {unused !== null && <span class="block pt-2 text-base text-ink">{unused}</span>}
        {status === 'held' && captureBy !== null && (
          <span class="block pt-2 text-base">
            {text.heldUntil} <DateTime value={captureBy} />
          </span>
        )}
      </>
    ),
  };
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
      lines={7}
      asked={asked}
      home={{ href: PAGE_PATHS.money, label: text.money }}
      sayOutcome={(payment, { topUp }) => sayOutcome(text, payment, topUp)}
      ask={({ request, onDone, ...parts }) => (
        <Ask
          text={text}
          payment={request}
          {...parts}
          onDone={(payment) => {
            onDone(payment);
            // With a return address, the page leaves at once.
            if (payment.returnTo === null && isGood(payment.status))
              void playCreature({
                kind: 'confirmed',
                handle: parts.pid.replace(/@pid$/u, ''),
                said: text.outcomes[payment.status].title,
              });
          }}
        />
      )}
    />
  );
}
