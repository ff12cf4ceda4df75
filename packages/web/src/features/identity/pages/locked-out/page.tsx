import type { ComponentChildren } from 'preact';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { OperatorContact } from '../../../../kit/controls/operator-contact.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { signInPath } from '../../../../kit/navigation/sign-in-path.ts';
import type { Text } from './text.en.ts';

interface CaseProps {
  readonly ask: string;
  readonly steps: readonly string[];
  readonly children?: ComponentChildren;
}

function Case({ ask, steps, children }: CaseProps) {
  return (
    <li>
      <details name="what-happened" class="group">
        <summary class="flex min-h-14 cursor-pointer items-center justify-between gap-3 font-semibold">
          {ask}
          <span aria-hidden="true" class="text-muted group-open:hidden">
            +
          </span>
        </summary>
        <div class="grid gap-4 pb-5">
          <ol class="grid list-decimal gap-2 pl-5">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {children}
        </div>
      </details>
    </li>
  );
}

function Act({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <p>
      <ButtonLink small href={href}>
        {children}
      </ButtonLink>
    </p>
  );
}

/** Leads a player who cannot sign in to the next step. It asks nothing and works without a session. */
export function Page({ text }: PageProps<Text>) {
  const { passkey, provider, both, thief, refused } = text.cases;
  const signIn = signInPath(PAGE_PATHS.security, { fresh: true });
  return (
    <div class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <Card>
        <ul class="-my-3 divide-y divide-line">
          <Case {...passkey}>
            <Act href={signIn}>{passkey.act}</Act>
          </Case>
          <Case {...provider}>
            <Act href={signIn}>{provider.act}</Act>
          </Case>
          <Case {...both}>
            {hasChain && (
              <>
                <p>{both.wallet}</p>
                <p>
                  {/* The exit page is a separate document. */}
                  <a class="button button-plain" href="/exit" target="_self">
                    {both.walletAct}
                  </a>
                </p>
              </>
            )}
          </Case>
          <Case {...thief}>
            <Act href={PAGE_PATHS.freeze}>{thief.act}</Act>
          </Case>
          <Case {...refused}>
            <Act href={PAGE_PATHS.signIn}>{refused.act}</Act>
          </Case>
        </ul>
      </Card>
      <Notice tone="warn" title={text.warningTitle}>
        {text.warning}
      </Notice>
      <p class="text-muted">
        {text.contact} <OperatorContact fallback={text.noContact} />
      </p>
    </div>
  );
}
