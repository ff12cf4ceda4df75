import { useState } from 'preact/hooks';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { Badge } from '../../../../kit/controls/badge.tsx';

/** The app's logo, or its first letter: a picture that does not load must not leave a hole. */
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

export interface AppIdentityProps {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
  readonly origin: string;
}

/** Who asks: the name is the app's own word, the origin is what the browser will hold us to. */
export function AppIdentity({ name, logoUrl, verified, origin }: AppIdentityProps) {
  const common = useCommon();
  return (
    <div class="flex items-center gap-4">
      <AppLogo name={name} logoUrl={logoUrl} />
      <div class="min-w-0">
        <p class="flex flex-wrap items-center gap-2 font-display text-lg leading-tight font-bold">
          <span class="break-words">{name}</span>
          {verified ? (
            <Badge tone="good" check>
              {common.login.verified}
            </Badge>
          ) : (
            <Badge>{common.login.unverified}</Badge>
          )}
        </p>
        <p class="pt-1 text-sm break-all text-muted">{origin}</p>
      </div>
    </div>
  );
}
