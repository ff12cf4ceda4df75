import { isFreshSignInWanted } from '../api/errors.ts';
import { describeError } from '../api/describe-error.ts';
import { useCommon } from '../i18n/locale.ts';
import { freshSignInPath } from '../navigation/sign-in-path.ts';
import { Button, ButtonLink } from './button.tsx';
import { Notice } from './notice.tsx';

/** Any failure as a sentence, with the way out beside it. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
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
  return (
    <Notice tone="bad" live action={retry}>
      <p>{describeError(error, common.errors).summary}</p>
    </Notice>
  );
}
