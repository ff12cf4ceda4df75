/** What `pid chain` takes beside its words. */
export const chainFlags = {
  rpc: { type: 'string' },
  'priority-fee': { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  sol: { type: 'string' },
  tokens: { type: 'string' },
  mint: { type: 'string' },
} as const;

export type ChainFlags = { readonly [Name in keyof typeof chainFlags]?: string };
