import { useState } from 'preact/hooks';
import { isOwnPicture } from './own-picture.ts';
import { SigilPicture } from './sigil.tsx';

/** Shows the photo of a player, or the creature of the name. */
export function Face({
  handle,
  avatarUrl,
  class: size = 'size-15',
}: {
  handle: string;
  avatarUrl: string | null;
  class?: string;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  if (isOwnPicture(avatarUrl) && broken !== avatarUrl)
    return (
      <img
        class={`${size} shrink-0 rounded-lg bg-sunken object-cover`}
        src={avatarUrl}
        alt=""
        data-photo
        onError={() => setBroken(avatarUrl)}
      />
    );
  return (
    <span class={`${size} grid shrink-0 place-items-center rounded-lg bg-[#08402f] p-2.5`}>
      <SigilPicture handle={handle} class="size-full" />
    </span>
  );
}
