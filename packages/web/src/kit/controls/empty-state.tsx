import type { ComponentChildren } from 'preact';
import { SigilPicture } from './sigil.tsx';

export function EmptyState(props: {
  title: string;
  children: ComponentChildren;
  action?: ComponentChildren;
}) {
  return (
    <div class="grid justify-items-center gap-2 rounded-lg border border-dashed border-edge px-5 py-10 text-center">
      <div class="rounded-lg bg-[#08402f] p-3">
        <SigilPicture handle={props.title} class="size-12" />
      </div>
      <p class="pt-2 font-display text-lg font-bold">{props.title}</p>
      <p class="max-w-sm text-sm text-muted">{props.children}</p>
      {props.action && <div class="pt-3">{props.action}</div>}
    </div>
  );
}
