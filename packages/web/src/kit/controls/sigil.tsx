import { useMemo } from 'preact/hooks';
import { drawSigil } from './draw-sigil.ts';

/** Cells are unit squares on a 7 by 7 grid. */
export function SigilShape({ handle }: { handle: string }) {
  const sigil = useMemo(() => drawSigil(handle), [handle]);
  const path = (cells: readonly (readonly [number, number])[]) =>
    cells.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');
  return (
    <>
      <path d={path(sigil.cells)} fill={sigil.color} />
      <path d={path(sigil.eyes)} fill="#06281d" />
    </>
  );
}

export function SigilPicture({ handle, class: size }: { handle: string; class?: string }) {
  return (
    <svg class={size} viewBox="0 0 7 7" aria-hidden="true">
      <SigilShape handle={handle} />
    </svg>
  );
}
