import { useState } from 'preact/hooks';

/** Shows the app's logo, or its first letter if there is no logo or it does not load. */
export function AppLogo({
  name,
  logoUrl,
  class: size = 'size-14',
}: {
  name: string;
  logoUrl: string | null;
  class?: string;
}) {
  const [broken, setBroken] = useState(false);
  if (logoUrl !== null && !broken) {
    return (
      <img
        class={`${size} shrink-0 rounded-md bg-sunken object-cover`}
        src={logoUrl}
        alt=""
        referrerpolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span
      class={`${size} grid shrink-0 place-items-center rounded-md bg-[#08402f] font-display text-2xl font-bold text-[#ffc94d]`}
      aria-hidden="true"
    >
      {Array.from(name.trim())[0]?.toUpperCase()}
    </span>
  );
}
