import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { OperatorContact } from '../../../../kit/controls/operator-contact.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { isServed } from '../../../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import type { Text } from './text.en.ts';

function Contact({ text }: { text: Text }) {
  if (!document.documentElement.dataset['contact']) return <p class="text-muted">{text.noContact}</p>;
  return <OperatorContact fallback={text.noContact} />;
}

function Lines({ id, title, lines }: { id: string; title: string; lines: readonly string[] }) {
  return (
    <div id={id}>
      <Card title={title}>
        <ul class="grid list-disc gap-2 pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/**
 * Help, privacy and terms for operators without such pages. `PID_HELP_URL` and similar settings link to other
 * pages instead.
 */
export function Page({ text }: PageProps<Text>) {
  return (
    <div class="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      <Card>
        <ul class="-my-3 divide-y divide-line">
          {text.questions.map(({ ask, answer }, index) => (
            <li key={ask}>
              <details class="group">
                <summary class="flex min-h-14 cursor-pointer items-center justify-between gap-3 font-semibold">
                  {ask}
                  <span aria-hidden="true" class="text-muted group-open:hidden">
                    +
                  </span>
                </summary>
                <p class="pb-3 text-muted">{answer}</p>
                {index === 0 && isServed('recovery') && (
                  <p class="pb-3">
                    <ButtonLink look="plain" small href={PAGE_PATHS.recovery}>
                      {text.recovery}
                    </ButtonLink>
                  </p>
                )}
              </details>
            </li>
          ))}
        </ul>
      </Card>
      <Lines id="privacy" title={text.privacyTitle} lines={text.privacy} />
      <Lines id="terms" title={text.termsTitle} lines={text.terms} />
      <Card title={text.contact}>
        <Contact text={text} />
      </Card>
    </div>
  );
}
