import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { PermissionTerms } from '../../parts/permission-terms.tsx';
import type { Permission } from '../../../../kit/api/shapes.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';
import type { BadgeTone } from '../../../../kit/controls/badge.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { LimitUsage } from './limit-usage.tsx';
import type { Text } from './text.en.ts';

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

export interface PermissionCardProps {
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
