import type { Params } from './match-path.ts';

/** `public`: open pages; `flow`: one task, little around it; `account`: signed in, with navigation. */
export type Layout = 'public' | 'flow' | 'account';

export interface Visit {
  readonly path: string;
  readonly params: Params;
  readonly query: URLSearchParams;
}

export interface PageProps<Text> extends Visit {
  readonly text: Text;
}
