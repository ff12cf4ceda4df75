import type { ComponentChildren } from 'preact';

export interface ItemProps {
  readonly icon?: ComponentChildren;
  readonly title: ComponentChildren;
  readonly detail?: ComponentChildren;
  readonly aside?: ComponentChildren;
}

export function ItemList({ children, label }: { children: ComponentChildren; label?: string }) {
  return (
    <ul class="divide-y divide-line" aria-label={label}>
      {children}
    </ul>
  );
}

export function Item({ icon, title, detail, aside }: ItemProps) {
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      {icon && (
        <span class="grid size-10 shrink-0 place-items-center rounded-md bg-brand-soft text-brand">
          {icon}
        </span>
      )}
      <div class="min-w-44 flex-1 break-words">
        <p class="font-semibold">{title}</p>
        {detail && <p class="text-sm text-muted">{detail}</p>}
      </div>
      {aside && <div class="ml-auto shrink-0 text-right text-sm">{aside}</div>}
    </li>
  );
}

/** Label and value pairs, such as the facts of an identity or the lines of a cost breakdown. */
export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="divide-y divide-line">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
      <dt class="text-muted">{label}</dt>
      <dd class="min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
