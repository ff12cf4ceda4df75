import { useMemo } from 'preact/hooks';
import type { IdentityStatus } from '../api/types.ts';
import { formatDateTime } from '../format/date-time.ts';
import { locale, useCommon } from '../i18n/locale.ts';
import { cardTypeSize, drawRosette, drawSigil } from './draw-sigil.ts';
import { LogoMark } from './logo.tsx';

export function SigilPicture({ handle, class: size }: { handle: string; class?: string }) {
  const sigil = useMemo(() => drawSigil(handle), [handle]);
  const path = (cells: readonly (readonly [number, number])[]) =>
    cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');
  return (
    <svg class={size} viewBox="0 0 7 7" aria-hidden="true">
      <path d={path(sigil.cells)} fill={sigil.color} />
      <path d={path(sigil.eyes)} fill="#06281d" />
    </svg>
  );
}

export interface IdentityCardProps {
  readonly handle: string;
  readonly createdAt?: string;
  readonly status?: IdentityStatus;
  /** What stands under the name while there is no identity yet. */
  readonly caption?: string;
}

/** The identity as a card one would carry: creature, lines and name belong to the handle alone. */
export function IdentityCard({ handle, createdAt, status, caption }: IdentityCardProps) {
  const common = useCommon();
  const lines = useMemo(() => drawRosette(handle, 400, 252), [handle]);
  const since = createdAt === undefined ? null : formatDateTime(createdAt, locale.value, 'month');
  return (
    <article class="identity-card" aria-label={common.card.label(`${handle}@pid`)}>
      <svg
        class="identity-card-lines"
        viewBox="0 0 400 252"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <path d={lines} fill="none" stroke="#bff3dc" stroke-width="0.55" />
      </svg>
      <span class="identity-card-slot" aria-hidden="true" />
      <div class="identity-card-face">
        <div class="flex items-start justify-between">
          <p class="identity-card-brand">
            <LogoMark class="w-[8cqi]" />
            <span>PID</span>
          </p>
          <SigilPicture handle={handle} class="identity-card-sigil" />
        </div>
        <p class="identity-card-pid" style={{ fontSize: `${cardTypeSize(handle)}cqi` }}>
          {handle}
          <span>@pid</span>
        </p>
        <p class="identity-card-facts">
          <span>{caption ?? (status ? common.status[status] : common.card.kind)}</span>
          {since && (
            <span>
              {common.card.memberSince} {since}
            </span>
          )}
        </p>
        <p class="identity-card-zone" aria-hidden="true">
          {`P<PID<${handle.toUpperCase()}`.padEnd(44, '<')}
        </p>
      </div>
    </article>
  );
}
