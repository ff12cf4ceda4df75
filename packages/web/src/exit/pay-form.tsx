import { useEffect, useState } from 'preact/hooks';
import { Button } from '../kit/controls/button.tsx';
import { Field, Form } from '../kit/controls/form.tsx';
import type { Action } from '../kit/controls/use-action.ts';
import { payerFromSecret, payerFromWallet, watchBrowserWallets } from './fee-payer.ts';
import type { BrowserWallet, FeePayer } from './fee-payer.ts';
import { ProblemNotice } from './problem-notice.tsx';
import type { Text } from './text.en.ts';

function useBrowserWallets(): readonly BrowserWallet[] {
  const [wallets, setWallets] = useState<readonly BrowserWallet[]>([]);
  useEffect(
    () =>
      watchBrowserWallets((wallet) =>
        setWallets((known) => (known.some(({ name }) => name === wallet.name) ? known : [...known, wallet])),
      ),
    [],
  );
  return wallets;
}

export interface PayFormProps {
  readonly text: Text;
  /** A sentence that says what the payer pays. */
  readonly body: string;
  readonly pay: Action<[payer: () => Promise<FeePayer>]>;
}

export function PayForm({ text, body, pay }: PayFormProps) {
  const wallets = useBrowserWallets();
  const [secret, setSecret] = useState('');
  return (
    <div class="grid grid-cols-1 gap-4">
      <p class="-mt-2 text-sm text-muted">{body}</p>
      {wallets.length === 0 && <p class="text-sm">{text.pay.noWallet}</p>}
      {wallets.length > 0 && (
        <div class="flex flex-wrap gap-3">
          {wallets.map((wallet) => (
            <Button key={wallet.name} busy={pay.busy} onClick={() => pay.run(() => payerFromWallet(wallet))}>
              {text.pay.wallet(wallet.name)}
            </Button>
          ))}
        </div>
      )}
      <Form class="grid grid-cols-1 gap-3" noValidate onSubmit={() => pay.run(() => payerFromSecret(secret))}>
        <Field label={text.pay.key} hint={text.pay.keyHint}>
          {(control) => (
            <input
              {...control}
              type="password"
              class="input font-mono"
              autocomplete="off"
              spellcheck={false}
              value={secret}
              onInput={(event) => setSecret(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <Button type="submit" look={wallets.length > 0 ? 'plain' : 'sun'} busy={pay.busy}>
            {text.pay.withKey}
          </Button>
        </p>
      </Form>
      <ProblemNotice text={text} error={pay.error} />
    </div>
  );
}
