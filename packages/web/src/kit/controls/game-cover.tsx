import { useState } from 'preact/hooks';
import { classNames } from './class-names.ts';
import { drawScenery } from './draw-scenery.ts';
import { SigilShape } from './sigil.tsx';

export interface GameCoverProps {
  /** Decides the drawing if there is no cover. */
  readonly seed: string;
  readonly cover: string | null;
  readonly class?: string;
}

/** Shows the cover of a game, or a drawn landscape if there is none or it does not load. */
export function GameCover({ seed, cover, class: extra }: GameCoverProps) {
  const [broken, setBroken] = useState(false);
  const shape = classNames('block aspect-video w-full bg-[#08402f] object-cover', extra);
  if (cover !== null && !broken)
    return (
      <img
        class={shape}
        src={cover}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    );
  const { sky, sun, hills } = drawScenery(seed);
  return (
    <svg class={shape} viewBox="0 0 32 18" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="32" height="18" fill={sky} />
      <path d={sun.path} fill={sun.color} />
      {hills.map(({ path, color }) => (
        <path key={color} d={path} fill={color} />
      ))}
      <svg x="12.5" y="6" width="7" height="7" viewBox="0 0 7 7">
        <SigilShape handle={seed} />
      </svg>
    </svg>
  );
}
