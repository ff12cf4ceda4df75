import { formatUnits } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import type { RemainingLimit } from '../../../../kit/api/shapes.ts';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import type { Text } from './text.en.ts';

const NATIVE_DECIMALS = 18;

function usageOf(text: Text, { token, spent, limit }: RemainingLimit): string {
  const isCoin = token === 'native';
  const [used, most] = [spent, limit].map((units) =>
    formatUnits(BigInt(units), isCoin ? NATIVE_DECIMALS : 0, locale.value),
  );
  return text.used(used ?? '', most ?? '', isCoin ? text.coin : text.baseUnits);
}

function percentOf({ spent, limit }: RemainingLimit): number {
  return BigInt(limit) === 0n ? 100 : Number((BigInt(spent) * 100n) / BigInt(limit));
}

/** Shows how much of each limit the app has used in the current period. */
export function LimitUsage({ text, limits }: { text: Text; limits: readonly RemainingLimit[] }) {
  return (
    <ul class="grid gap-3">
      {limits.map((limit) => {
        const used = usageOf(text, limit);
        return (
          <li key={`${limit.token} ${limit.period}`} class="grid gap-1 text-sm">
            <p class="flex flex-wrap justify-between gap-x-3">
              <span>
                <span class="font-semibold">{text.periods[limit.period]}</span> · {used}
              </span>
              <span class="text-muted">
                {text.resets} <DateTime value={limit.resetsAt} />
              </span>
            </p>
            <progress
              class="meter"
              max={100}
              value={percentOf(limit)}
              aria-label={`${text.periods[limit.period]}: ${used}`}
            />
            {limit.token !== 'native' && <code class="text-xs break-all text-muted">{limit.token}</code>}
          </li>
        );
      })}
    </ul>
  );
}
