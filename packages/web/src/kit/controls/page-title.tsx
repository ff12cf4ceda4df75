import type { ComponentChildren } from 'preact';

/** The heading every page begins with, where the focus lands after a change of page. */
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
