import { signal } from '@preact/signals';

export interface NavigateOptions {
  readonly replace?: boolean;
  /** For a change within a page, such as of a tab: the focus stays where it is. */
  readonly keepFocus?: boolean;
}

export interface Destination extends NavigateOptions {
  readonly url: URL;
  /** Called once its page is shown. */
  arrived(): void;
}

/** Where somebody wants to go; the router watches it. */
export const destination = signal<Destination | null>(null);

/** Fulfilled once the page is shown. */
export function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
  return new Promise((arrived) => {
    destination.value = { ...options, url: new URL(to, location.href), arrived };
  });
}
