import { exchangeSnippet, linkSnippet, readSnippet } from '../../parts/snippets.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import { CodeBlock } from '../../../../kit/controls/code-block.tsx';
import type { Text } from './text.en.ts';

const INPUT = {
  base: location.origin,
  clientId: 'YOUR_CLIENT_ID',
  address: 'https://game.example/signed-in',
};

const SNIPPETS: Readonly<Record<string, string>> = {
  link: linkSnippet(INPUT),
  exchange: exchangeSnippet(INPUT),
  read: readSnippet(INPUT),
};

function Steps({ text }: { text: Text }) {
  return (
    <ol class="grid grid-cols-1 gap-8">
      {text.steps.map(({ title, body, code, label }, index) => (
        <li key={title} class="grid grid-cols-1 gap-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-5">
          <span
            class="grid size-10 place-items-center rounded-full bg-brand font-display text-lg font-bold text-on-brand"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <div class="grid grid-cols-1 gap-3">
            <h2 class="text-xl">{title}</h2>
            <p class="max-w-2xl text-muted">{body}</p>
            {code !== undefined && label !== undefined && (
              <CodeBlock label={label} copyLabel={text.copy} code={SNIPPETS[code] ?? ''} />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

export function Page({ text }: PageProps<Text>) {
  return (
    <div class="mx-auto grid max-w-4xl grid-cols-1 gap-10 pt-4 sm:pt-8">
      <div class="grid grid-cols-1 gap-4">
        <h1 class="text-3xl sm:text-hero" tabIndex={-1}>
          {text.headline}
        </h1>
        <p class="max-w-2xl text-lg text-muted">{text.lead}</p>
        <p class="flex flex-wrap gap-3">
          <ButtonLink look="sun" href={PAGE_PATHS.apps}>
            {text.register}
          </ButtonLink>
          <ButtonLink look="plain" href="/docs">
            {text.reference}
          </ButtonLink>
        </p>
      </div>
      <Steps text={text} />
      <section class="grid gap-5 border-t border-line pt-8" aria-labelledby="more">
        <h2 id="more" class="text-2xl">
          {text.moreTitle}
        </h2>
        <dl class="grid gap-6 sm:grid-cols-2">
          {text.more.map(({ title, body }) => (
            <div key={title} class="min-w-0">
              <dt class="font-display text-lg font-bold">{title}</dt>
              <dd class="text-sm break-words text-muted">{body}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
