import type { ComponentChildren } from 'preact';
import { Preferences } from '../kit/controls/preferences.tsx';
import { LogoMark } from '../kit/controls/logo.tsx';
import { ToastRegion } from '../kit/controls/toast.tsx';

/** Looks like the other pages but contains no links to the service. */
export function Frame({ children }: { children: ComponentChildren }) {
  return (
    <div class="flex min-h-dvh flex-col">
      <header class="mx-auto w-full max-w-2xl px-4 py-4 sm:px-6">
        <p class="flex items-center gap-2 font-display text-xl font-bold">
          <LogoMark />
          PID
        </p>
      </header>
      <main class="mx-auto w-full max-w-2xl flex-1 px-4 pb-12 sm:px-6">{children}</main>
      <footer class="border-t border-line">
        <div class="mx-auto w-full max-w-2xl px-4 py-5 sm:px-6">
          <Preferences />
        </div>
      </footer>
      <ToastRegion />
    </div>
  );
}
