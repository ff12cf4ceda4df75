import type { ComponentChildren } from 'preact';
import { Refusal } from '@pid/contract/client';
import { isFreshSignInWanted } from '../api/errors.ts';
import { describeError } from '../api/describe-error.ts';
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
  const isSuspended = error instanceof Refusal && error.code === 'identity_suspended';
  return (
    <Notice tone="bad" live action={action ?? retry}>
      <p>{describeError(error, common.errors).summary}</p>
      {isSuspended && (
        <a class="text-link inline-flex min-h-11 items-center" href={PAGE_PATHS.help}>
          {common.getHelp}
        </a>
      )}
    </Notice>
  );
}
