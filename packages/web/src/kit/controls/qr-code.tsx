import { useMemo } from 'preact/hooks';
import { encodeQr } from '../qr/encode-qr.ts';

const QUIET_ZONE = 4;

/** Always dark on white: many scanners cannot read an inverted code. */
export function QrCode({
  value,
  label,
  class: size = 'size-48',
}: {
  value: string;
  label: string;
  class?: string;
}) {
  const matrix = useMemo(() => encodeQr(value), [value]);
  const path = matrix
    .flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
    )
    .join('');
  const edge = matrix.length + 2 * QUIET_ZONE;
  return (
    <svg class={`${size} rounded-md bg-[#fff]`} viewBox={`0 0 ${edge} ${edge}`} role="img" aria-label={label}>
      <path d={path} fill="#06281d" shape-rendering="crispEdges" />
    </svg>
  );
}
