import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { PermissionTerms } from '../../parts/permission-terms.tsx';
import type { Permission, RemainingLimit } from '../../../../kit/api/shapes.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import type { BadgeTone } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
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
function LimitUsage({ text, limits }: { text: Text; limits: readonly RemainingLimit[] }) {
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

const TONES: Record<Permission['status'], BadgeTone> = {
  pending: 'warn',
  active: 'good',
  expired: 'plain',
  revoked: 'plain',
};

export const isLiving = ({ status }: Permission) => status === 'pending' || status === 'active';

function Dates({ text, permission }: { text: Text; permission: Permission }) {
  const { approvedAt, createdAt, endedAt, status, approveBy } = permission;
  return (
    <p class="text-sm text-muted">
      {approvedAt === null ? text.asked : text.given} <DateTime value={approvedAt ?? createdAt} />
      {status === 'pending' && (
        <>
          {' '}
          · {text.approveBy} <DateTime value={approveBy} />
        </>
      )}
      {endedAt !== null && (
        <>
          {' '}
          · {text.ended} <DateTime value={endedAt} />
        </>
      )}
    </p>
  );
}

interface PermissionCardProps {
  readonly text: Text;
  readonly permission: Permission;
  readonly busy: boolean;
  readonly onApprove: () => Promise<void>;
  readonly onEnd: () => void;
}

export function PermissionCard({ text, permission, busy, onApprove, onEnd }: PermissionCardProps) {
  const { app, status, remaining, summary } = permission;
  const name = app?.name ?? text.yourself;
  return (
    <li class="panel grid grid-cols-1 gap-4 p-5">
      <div class="flex flex-wrap items-center gap-x-4 gap-y-3">
        <AppLogo name={name} logoUrl={app?.logoUrl ?? null} class="size-12" />
        <div class="min-w-44 flex-1">
          <p class="flex flex-wrap items-center gap-2 font-semibold">
            <span class="break-words">{name}</span>
            <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
          </p>
          <Dates text={text} permission={permission} />
        </div>
        {isLiving(permission) && (
          <div class="flex gap-2">
            {status === 'pending' && (
              <Button small busy={busy} onClick={onApprove}>
                {text.approve}
              </Button>
            )}
            <Button
              look="plain"
              small
              label={`${status === 'pending' ? text.discard : text.revoke}: ${name}`}
              onClick={onEnd}
            >
              {status === 'pending' ? text.discard : text.revoke}
            </Button>
          </div>
        )}
      </div>
      {status === 'active' && remaining.length > 0 && <LimitUsage text={text} limits={remaining} />}
      <details class="text-sm" open={status === 'pending'}>
        <summary class="text-link min-h-6 w-fit cursor-pointer">{text.terms}</summary>
        <div class="pt-3">
          <PermissionTerms text={text.permissionText} summary={summary} />
        </div>
      </details>
    </li>
  );
}
