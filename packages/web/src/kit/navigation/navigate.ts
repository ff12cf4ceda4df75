import { signal } from '@preact/signals';

export interface NavigateOptions {
  readonly replace?: boolean;
  /** For a change within a page, such as another tab: the focus does not move. */
  readonly keepFocus?: boolean;
}

export interface Destination extends NavigateOptions {
  readonly url: URL;
  /** Called once the page is shown. */
  arrived(): void;
}

/** The requested destination; the router watches it. */
export const destination = signal<Destination | null>(null);

/** Resolves once the page is shown. */
export function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
  return new Promise((arrived) => {
    destination.value = { ...options, url: new URL(to, location.href), arrived };
  });
}
