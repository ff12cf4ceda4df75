import type { ComponentChildren } from 'preact';
import { SigilPicture } from './sigil.tsx';

/** A whole page about an exception: not found, broken, expired. */
export function Scene(props: {
  handle: string;
  title: string;
  children: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="mx-auto grid max-w-xl justify-items-center gap-5 py-12 text-center sm:py-20">
      <div class="rotate-[-6deg] rounded-xl bg-[#08402f] p-5 shadow-raised">
        <SigilPicture handle={props.handle} class="size-24" />
      </div>
      <h1 class="text-3xl" tabIndex={-1}>
        {props.title}
      </h1>
      <p class="text-lg text-muted">{props.children}</p>
      {props.actions && <div class="flex flex-wrap justify-center gap-3 pt-2">{props.actions}</div>}
    </div>
  );
}
