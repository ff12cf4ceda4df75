import type { Refusal } from '@pid/contract/client';
import { useCommon } from '../i18n/locale.ts';
import { AppLogo } from '../controls/app-logo.tsx';
import { Badge } from '../controls/badge.tsx';
import { SigilPicture } from '../controls/sigil.tsx';
import { Button, ButtonLink } from '../controls/button.tsx';
import { ErrorNotice } from '../controls/error-notice.tsx';
import { Skeleton, SkeletonGroup } from '../controls/loading.tsx';
import type { Loaded } from '../controls/loading.tsx';
import { PAGE_PATHS } from '../navigation/page-paths.ts';
import { Pid } from '../controls/pid.tsx';
import { Scene } from '../controls/scene.tsx';

interface AppIdentityProps {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly verified: boolean;
  /** The confirmed age rating. */
  readonly rating?: string | null;
  readonly origin: string;
}

export function AppBadge({ verified }: { verified: boolean }) {
  const common = useCommon();
  return verified ? (
    <Badge tone="good" check>
      {common.login.verified}
    </Badge>
  ) : (
    <Badge warning>{common.login.unverified}</Badge>
  );
}

/** Shows the app that makes the request. The app chooses its name; the browser enforces the origin. */
export function AppIdentity({ name, logoUrl, verified, rating = null, origin }: AppIdentityProps) {
  return (
    <div class="flex items-center gap-4">
      <AppLogo name={name} logoUrl={logoUrl} />
      <div class="min-w-0">
        <p class="flex flex-wrap items-center gap-2 font-display text-lg leading-tight font-bold">
          <span class="break-words">{name}</span>
          <AppBadge verified={verified} />
          {rating !== null && <Badge>{rating}</Badge>}
        </p>
        <p class="pt-1 text-sm wrap-anywhere text-muted">{origin}</p>
      </div>
    </div>
  );
}

interface SignedInAsProps {
  readonly text: { readonly as: string; readonly otherAccount: string };
  readonly pid: string;
  readonly busy: boolean;
  readonly onChange: () => Promise<void>;
}

export function SignedInAs({ text, pid, busy, onChange }: SignedInAsProps) {
  return (
    <div class="flex items-center gap-3 rounded-md bg-sunken p-3">
      <span class="shrink-0 rounded-md bg-[#08402f] p-2">
        <SigilPicture handle={pid.replace(/@pid$/u, '')} class="size-9" />
      </span>
      <div class="min-w-0 flex-1 text-sm leading-snug">
        <p class="text-muted">{text.as}</p>
        <p class="font-semibold wrap-anywhere">
          <Pid pid={pid} />
        </p>
        <button
          type="button"
          class="text-link min-h-11 cursor-pointer text-left"
          disabled={busy}
          onClick={() => void onChange()}
        >
          {text.otherAccount}
        </button>
      </div>
    </div>
  );
}

interface DecisionButtonsProps {
  readonly text: { readonly allow: string; readonly deny: string };
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onDecide: (allow: boolean) => Promise<void>;
}

export function DecisionButtons({ text, busy, disabled = false, onDecide }: DecisionButtonsProps) {
  return (
    <>
      <Button look="plain" disabled={busy} onClick={() => onDecide(false)}>
        {text.deny}
      </Button>
      <Button look="sun" busy={busy} disabled={disabled} waitsToBeRead onClick={() => onDecide(true)}>
        {text.allow}
      </Button>
    </>
  );
}

/** Shown while the request loads and when loading failed. `lines` is the expected height of the content. */
export function WaitingToAsk(props: {
  title: string;
  lines: number;
  asked: Loaded<unknown> & { reload: () => void };
}) {
  const { asked } = props;
  return (
    <div class="grid gap-6 pt-4">
      <h1 class="text-3xl" tabIndex={-1}>
        {props.title}
      </h1>
      {asked.state === 'failed' ? (
        <ErrorNotice error={asked.error} onRetry={asked.reload} />
      ) : (
        <>
          <Skeleton class="h-16 w-full" />
          <SkeletonGroup lines={props.lines} />
        </>
      )}
    </div>
  );
}

interface BrokenText {
  readonly brokenTitle: string;
  readonly brokenBody: string;
  readonly brokenDetail: string;
}

/** Shown instead of a page whose address is invalid. */
export function BrokenScene({ text }: { text: Pick<BrokenText, 'brokenTitle' | 'brokenBody'> }) {
  const common = useCommon();
  return (
    <Scene
      handle="no_entry"
      title={text.brokenTitle}
      actions={
        <ButtonLink look="plain" href={PAGE_PATHS.landing}>
          {common.crash.home}
        </ButtonLink>
      }
    >
      {text.brokenBody}
    </Scene>
  );
}

/**
 * Shown for an invalid request. It says to the player that the request cannot be decided, and shows the
 * developer the error.
 */
export function BrokenRequest({ text, error }: { text: BrokenText; error: Refusal }) {
  return (
    <>
      <BrokenScene text={text} />
      <div class="text-center text-sm break-words text-muted">
        <p>{text.brokenDetail}</p>
        {error.messages.map((sentence) => (
          <p key={sentence}>
            <code>{sentence}</code>
          </p>
        ))}
      </div>
    </>
  );
}

/** Shown when the result was delivered but the window did not close. */
export function CloseHint() {
  const common = useCommon();
  return (
    <Scene handle="all_done" title={common.login.closeTitle}>
      {common.login.closeBody}
    </Scene>
  );
}
