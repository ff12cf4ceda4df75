import { useId, useMemo } from 'preact/hooks';
import type { IdentityStatus } from '../../../kit/api/shapes.ts';
import { formatDateTime } from '../../../kit/format/date-time.ts';
import { locale, useCommon } from '../../../kit/i18n/locale.ts';
import { cardTypeSize, drawRosette } from '../../../kit/controls/draw-sigil.ts';
import { LogoShape } from '../../../kit/controls/logo.tsx';
import { isOwnPicture } from '../../../kit/controls/own-picture.ts';
import { SigilShape } from '../../../kit/controls/sigil.tsx';

export interface IdentityCardProps {
  readonly handle: string;
  readonly createdAt?: string;
  readonly status?: IdentityStatus;
  /** The player's picture, beside the creature. */
  readonly photo?: string | null;
  /** False leaves out the fine lines, which take long to draw. */
  readonly lined?: boolean;
  /** The text under the name while there is no identity yet. */
  readonly caption?: string;
}

/**
 * Draws the identity as a card; the creature, the lines and the name depend only on the handle. It is a
 * single drawing, so that it scales as a whole: with container units Chromium painted frames at the wrong
 * scale.
 */
export function IdentityCard({
  handle,
  createdAt,
  status,
  photo = null,
  lined = true,
  caption,
}: IdentityCardProps) {
  const clip = useId();
  const common = useCommon();
  const lines = useMemo(() => (lined ? drawRosette(handle, 400, 252) : ''), [handle, lined]);
  const since = createdAt === undefined ? null : formatDateTime(createdAt, locale.value, 'month');
  return (
    <svg
      class="identity-card"
      viewBox="0 0 400 252"
      role="img"
      aria-label={common.card.label(`${handle}@pid`)}
    >
      <path class="identity-card-lines" d={lines} />
      <rect x="174" y="13" width="52" height="9" rx="4.5" fill="#03180f" fill-opacity="0.6" />
      <svg x="22" y="21" width="34" height="34" viewBox="0 0 32 32">
        <LogoShape />
      </svg>
      <text class="identity-card-brand" x="64" y="44">
        PID
      </text>
      <rect x="302" y="22" width="76" height="76" rx="14" fill="#03180f" fill-opacity="0.62" />
      <svg x="313" y="33" width="54" height="54" viewBox="0 0 7 7">
        <SigilShape handle={handle} />
      </svg>
      {isOwnPicture(photo) && (
        <>
          <clipPath id={clip}>
            <rect x="214" y="22" width="76" height="76" rx="14" />
          </clipPath>
          <rect x="214" y="22" width="76" height="76" rx="14" fill="#03180f" fill-opacity="0.62" />
          <image
            href={photo}
            x="214"
            y="22"
            width="76"
            height="76"
            preserveAspectRatio="xMidYMid slice"
            clip-path={`url(#${clip})`}
          />
        </>
      )}
      <text class="identity-card-pid" x="22" y="171" font-size={cardTypeSize(handle)}>
        {handle}
        <tspan fill="#ffc94d">@pid</tspan>
      </text>
      <text class="identity-card-fact" x="22" y="196">
        {caption ?? (status ? common.status[status] : common.card.kind)}
      </text>
      {since && (
        <text class="identity-card-fact" x="378" y="196" text-anchor="end">
          {common.card.memberSince} {since}
        </text>
      )}
      <path d="M22 210h356" stroke="#fff" stroke-opacity="0.3" stroke-dasharray="3 3" />
      <text class="identity-card-zone" x="22" y="231" textLength="356">
        {`P<PID<${handle.toUpperCase()}`.padEnd(40, '<')}
      </text>
    </svg>
  );
}
