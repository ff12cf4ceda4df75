import type { Params } from './match-path.ts';

/**
 * `public`: open pages; `flow`: a single task with little navigation; `account`: signed in, with navigation.
 */
export type Layout = 'public' | 'flow' | 'account';

export interface Visit {
  readonly path: string;
  readonly params: Params;
  readonly query: URLSearchParams;
}

export interface PageProps<Text> extends Visit {
  readonly text: Text;
}
