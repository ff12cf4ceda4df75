import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

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
  const { data } = useMemo(() => encode(value, { ecc: 'M', border: 4 }), [value]);
  const edge = data.length;
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg class={`${size} rounded-md bg-[#fff]`} viewBox={`0 0 ${edge} ${edge}`} role="img" aria-label={label}>
      <path d={path} fill="#06281d" shape-rendering="crispEdges" />
    </svg>
  );
}
