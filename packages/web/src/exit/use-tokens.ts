import { useEffect, useState } from 'preact/hooks';
import type { Address } from '@pid/protocol';
import { readTokens } from './read-tokens.ts';
import type { Tokens } from './read-tokens.ts';
import type { Rpc } from './rpc.ts';

export interface TokenReading {
  readonly tokens: Tokens | null;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Reads tokens in parallel. SOL can be withdrawn even if this fails. */
export function useTokens(rpc: Rpc, vault: Address): TokenReading {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ tokens: Tokens | null; error: unknown }>({
    tokens: null,
    error: null,
  });
  useEffect(() => {
    const ending = new AbortController();
    setState({ tokens: null, error: null });
    readTokens(rpc, vault, (tokens) => setState({ tokens, error: null }), ending.signal).catch(
      (error: unknown) => {
        if (!ending.signal.aborted) setState(({ tokens }) => ({ tokens, error }));
      },
    );
    return () => ending.abort();
  }, [rpc, vault, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
