import { classNames } from './class-names.ts';

/** Decoration only: the caller must also describe the progress in words. */
export function Spinner({ class: extra }: { class?: string }) {
  return (
    <svg class={classNames('size-5 animate-spin', extra)} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" stroke-width="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" stroke-width="3" stroke-linecap="round" />
    </svg>
  );
}
