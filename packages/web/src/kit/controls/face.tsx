import { useState } from 'preact/hooks';
import { SigilPicture } from './sigil.tsx';

/**
 * Shows the photo of a player, or the creature of the name. Only photos that this service serves are shown: another
 * server would learn who looks at the page.
 */
export function Face({
  handle,
  avatarUrl,
  class: size = 'size-15',
}: {
  handle: string;
  avatarUrl: string | null;
  class?: string;
}) {
  const [broken, setBroken] = useState(false);
  const isOurs = avatarUrl !== null && new URL(avatarUrl, location.origin).origin === location.origin;
  if (isOurs && !broken)
    return (
      <img
        class={`${size} shrink-0 rounded-lg bg-sunken object-cover`}
        src={avatarUrl}
        alt=""
        data-photo
        onError={() => setBroken(true)}
      />
    );
  return (
    <span class={`${size} grid shrink-0 place-items-center rounded-lg bg-[#08402f] p-2.5`}>
      <SigilPicture handle={handle} class="size-full" />
    </span>
  );
}
