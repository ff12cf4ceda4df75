import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { classNames } from './class-names.ts';

export interface CardProps {
  readonly title?: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
  readonly class?: string;
}

export function Card({ title, children, action, class: extra }: CardProps) {
  const id = useId();
  if (!title) return <div class={classNames('panel p-5 sm:p-6', extra)}>{children}</div>;
  return (
    <section class={classNames('panel p-5 sm:p-6', extra)} aria-labelledby={id}>
      <div class="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} class="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
