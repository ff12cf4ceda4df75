import type { ComponentChildren } from 'preact';
import { Refusal } from '@pid/contract/client';
import { isFreshSignInWanted } from '../api/errors.ts';
import { describeError } from '../api/describe-error.ts';
import type { CommonText } from '../i18n/common.en.ts';
import { useCommon } from '../i18n/locale.ts';
import { PAGE_PATHS } from '../navigation/page-paths.ts';
import { freshSignInPath } from '../navigation/sign-in-path.ts';
import { Button, ButtonLink } from './button.tsx';
import { Notice } from './notice.tsx';

export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** A next step that only the page knows. */
  readonly action?: ComponentChildren;
}

interface Remedy {
  readonly href: string;
  readonly label: (common: CommonText) => string;
}

const ofFamily: Remedy = { href: PAGE_PATHS.family, label: ({ nav }) => nav.family };
const ofLimits: Remedy = { href: `${PAGE_PATHS.security}?tab=limits`, label: ({ nav }) => nav.security };

/** The pages that the sentences of these errors name. Pages of requests have no navigation. */
const remedies: Partial<Record<string, Remedy>> = {
  identity_suspended: { href: PAGE_PATHS.help, label: ({ getHelp }) => getHelp },
  frozen: { href: PAGE_PATHS.freeze, label: ({ notices }) => notices.frozenMore },
  age_needed: ofFamily,
  parent_needed: ofFamily,
  account_not_activated: { href: PAGE_PATHS.wallet, label: ({ nav }) => nav.wallet },
  daily_limit: ofLimits,
  incoming_full: ofLimits,
  passkey_too_new: { href: PAGE_PATHS.security, label: ({ nav }) => nav.security },
};

/** Shows any error as a sentence, with the next step. */
export function ErrorNotice({ error, onRetry, action }: ErrorNoticeProps) {
  const common = useCommon();
  if (error === null || error === undefined) return null;
  const retry = isFreshSignInWanted(error) ? (
    <ButtonLink look="plain" small href={freshSignInPath()}>
      {common.signInFresh}
    </ButtonLink>
  ) : (
    onRetry && (
      <Button look="plain" small onClick={onRetry}>
        {common.tryAgain}
      </Button>
    )
  );
  const remedy = error instanceof Refusal ? remedies[error.code] : undefined;
  return (
    <Notice tone="bad" live action={action ?? retry}>
      <p>{describeError(error, common.errors).summary}</p>
      {remedy && (
        <a
          class="text-link inline-flex min-h-11 items-center"
          href={remedy.href}
          // A popup of a game must stay open.
          {...(window.opener ? { target: '_blank', rel: 'noopener' } : {})}
        >
          {remedy.label(common)}
        </a>
      )}
    </Notice>
  );
}
