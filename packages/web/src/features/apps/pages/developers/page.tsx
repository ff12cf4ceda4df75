import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { ButtonLink } from '../../../../kit/controls/button.tsx';
import type { Text } from './text.en.ts';

function Steps({ text }: { text: Text }) {
  return (
    <ol class="grid grid-cols-1 gap-8">
      {text.steps.map(({ title, body, to, link }, index) => (
        <li key={title} class="grid grid-cols-1 gap-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-5">
          <span
            class="grid size-10 place-items-center rounded-full bg-brand font-display text-lg font-bold text-on-brand"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <div class="grid grid-cols-1 gap-2">
            <h2 class="text-xl">{title}</h2>
            <p class="max-w-2xl text-muted">{body}</p>
            <p>
              <a class="text-link" href={to}>
                {link}
              </a>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Leads to the guides, which are the only place that teaches how to build with PID. */
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
        <ul class="grid gap-6 sm:grid-cols-2">
          {text.more.map(({ title, body, to }) => (
            <li key={title} class="min-w-0">
              <a class="text-link font-display text-lg font-bold" href={to}>
                {title}
              </a>
              <p class="text-sm break-words text-muted">{body}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
