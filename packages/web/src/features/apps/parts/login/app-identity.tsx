import { useCommon } from '../../../../kit/i18n/locale.ts';
import { AppLogo } from '../../../../kit/controls/app-logo.tsx';
import { Badge } from '../../../../kit/controls/badge.tsx';

export interface AppIdentityProps {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
  readonly origin: string;
}

/** Shows the app that makes the request. The app chooses its name; the browser enforces the origin. */
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
        <p class="pt-1 text-sm wrap-anywhere text-muted">{origin}</p>
      </div>
    </div>
  );
}
