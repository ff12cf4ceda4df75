import type { ComponentChildren } from 'preact';

/** The heading of every page. It gets the focus after navigation. */
export function PageTitle({
  children,
  lead,
  action,
}: {
  children: ComponentChildren;
  lead?: ComponentChildren;
  action?: ComponentChildren;
}) {
  return (
    <div class="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div class="grid max-w-2xl gap-1">
        <h1 class="text-3xl wrap-anywhere" tabIndex={-1}>
          {children}
        </h1>
        {lead && <p class="text-muted">{lead}</p>}
      </div>
      {action}
    </div>
  );
}
