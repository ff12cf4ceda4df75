export interface NavigateOptions {
  readonly replace?: boolean;
  /** For a change within a page, such as another tab: the focus does not move. */
  readonly keepFocus?: boolean;
}

export interface Destination extends NavigateOptions {
  readonly url: URL;
}

type GoTo = (destination: Destination) => Promise<void>;

let goTo: GoTo | null = null;

/** The router calls this before it shows the first page. */
export function connectNavigation(router: GoTo): void {
  goTo = router;
}

/** Resolves once the page is shown. */
export async function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
  await goTo?.({ ...options, url: new URL(to, location.href) });
}
