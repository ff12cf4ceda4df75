import { useState, useEffect } from 'preact/hooks';
import type { Address } from '@pid/protocol';
import { SelectField, TextField } from '../kit/controls/inputs.tsx';
import { Notice } from '../kit/controls/notice.tsx';
import { Button } from '../kit/controls/button.tsx';
import { Spinner } from '../kit/controls/spinner.tsx';
import { PLAIN } from './find-form.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import type { Holding } from './read-vault.ts';
import { shownAmount } from './show-amount.ts';
import type { Text } from './text.en.ts';
import { readTokens } from './read-tokens.ts';
import type { Tokens } from './read-tokens.ts';
import type { Rpc } from './rpc.ts';

interface TokenReading {
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

/** A longer list is of no use. Players find other tokens by their mint. */
const SHOWN_MAX = 50;

const keyOf = ({ source }: Holding) => source ?? 'SOL';

interface ChooseHoldingProps {
  readonly text: Text;
  readonly sol: Holding;
  readonly reading: TokenReading;
  readonly chosen: Holding;
  readonly onChoose: (holding: Holding) => void;
}

/** Shows SOL immediately and adds tokens as they are read. */
export function ChooseHolding({ text, sol, reading, chosen, onChoose }: ChooseHoldingProps) {
  const [wanted, setWanted] = useState('');
  const tokens = reading.tokens?.holdings ?? [];
  const matching = tokens.filter(({ mint }) => mint.startsWith(wanted.trim())).slice(0, SHOWN_MAX);
  // The selected holding stays in the list even if the search does not match it.
  const listed = [sol, ...matching.filter((token) => keyOf(token) !== keyOf(chosen))];
  const holdings = chosen.mint === null ? listed : [...listed, chosen];
  return (
    <>
      <SelectField
        label={text.take.what}
        value={keyOf(chosen)}
        options={holdings.map((entry) => ({ value: keyOf(entry), label: shownAmount(text, entry) }))}
        onChange={(value) => {
          const holding = holdings.find((entry) => keyOf(entry) === value);
          if (holding) onChoose(holding);
        }}
      />
      {tokens.length > SHOWN_MAX && (
        <TextField
          label={text.take.find}
          hint={text.take.findHint(matching.length, tokens.length)}
          value={wanted}
          onInput={setWanted}
          input={PLAIN}
        />
      )}
      <TokenNotes text={text} reading={reading} />
    </>
  );
}

function TokenNotes({ text, reading }: { text: Text; reading: TokenReading }) {
  const { tokens, error, retry } = reading;
  if (error !== null)
    return (
      <div class="grid gap-2">
        <p class="text-sm">{text.take.noTokens}</p>
        <ProblemNotice text={text} error={error} />
        <p>
          <Button small look="plain" onClick={retry}>
            {text.take.readTokens}
          </Button>
        </p>
      </div>
    );
  if (tokens === null || !tokens.complete)
    return (
      <p class="flex items-center gap-2 text-sm text-muted" role="status">
        <Spinner class="size-4" />
        {text.take.reading(tokens?.holdings.length ?? 0)}
      </p>
    );
  if (tokens.frozenCount + tokens.leftOutCount === 0) return null;
  return (
    <Notice>
      {tokens.frozenCount > 0 && <p>{text.take.frozen(tokens.frozenCount)}</p>}
      {tokens.leftOutCount > 0 && <p>{text.take.leftOut(tokens.leftOutCount)}</p>}
    </Notice>
  );
}
