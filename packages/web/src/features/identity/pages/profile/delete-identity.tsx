import { useState } from 'preact/hooks';
import { Refusal } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { signWithPasskey } from '../../../../kit/passkeys/ceremony.ts';
import type { Assertion } from '@pid/contract';
import { hasChain } from '../../../../kit/navigation/has-chain.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { forgetSignedIn } from '../../../../kit/session/session.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { CheckField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import type { Asset } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

/** The limit of the API: a player must first withdraw SOL above this amount. */
const ABANDON_LAMPORTS_MAX = 5_000_000n;

const listHeld = async () =>
  !hasChain ? [] : (await api.call('listAssets')).items.filter(({ amount }: Asset) => amount !== '0');

/**
 * The limit of the API: a balance up to this amount is forfeited; a player must first use up a larger one.
 */
const FORFEIT_RUPIAH_MAX = 100;

const isTooMuch = (held: readonly Asset[]) =>
  held.some(({ asset, amount }) => asset === 'SOL' && BigInt(amount) > ABANDON_LAMPORTS_MAX);

/** Without a passkey that counts, a recent sign-in is enough; the deletion itself checks for it. */
async function proveOwnership(terms: { abandon?: string }): Promise<Assertion | null> {
  try {
    return await signWithPasskey(await api.call('identityDeletionOptions', terms));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_passkey_to_sign') return null;
    throw error;
  }
}

/** The hash module is loaded on use. */
async function digestOf(held: readonly Asset[]): Promise<string> {
  const { givenUpDigest } = await import('./given-up.ts');
  return givenUpDigest(held);
}

async function deleteIdentity(held: readonly Asset[]): Promise<void> {
  // The digest covers the list that was shown. Assets that arrived later are not abandoned.
  const terms = held.length === 0 ? {} : { abandon: await digestOf(held) };
  const assertion = await proveOwnership(terms);
  await api.call('deleteIdentity', assertion === null ? terms : { ...terms, assertion });
  forgetSignedIn();
  // A full page load, so that no data of the deleted identity stays in memory.
  location.replace(PAGE_PATHS.landing);
}

interface GivenUpProps {
  readonly text: Text;
  readonly held: readonly Asset[];
  readonly agreed: boolean;
  readonly onAgree: (agreed: boolean) => void;
}

/** Lists everything that the player would lose, before the confirmation. */
function GivenUp({ text, held, agreed, onAgree }: GivenUpProps) {
  if (isTooMuch(held)) {
    const toWallet = (
      <ButtonLink small look="plain" href={PAGE_PATHS.wallet}>
        {text.toWallet}
      </ButtonLink>
    );
    return (
      <Notice tone="warn" action={toWallet}>
        {text.solFirst}
      </Notice>
    );
  }
  return (
    <>
      <p>{text.givenUpBody}</p>
      <ul
        class="max-h-48 list-disc overflow-auto rounded-md bg-sunken py-2 pr-3 pl-7 text-sm break-all"
        tabIndex={0}
        data-given-up
      >
        {held.map(({ asset, amount, decimals }) => (
          <li key={asset}>
            {formatUnits(BigInt(amount), decimals, locale.value)}{' '}
            {asset === 'SOL' ? asset : text.token(asset)}
          </li>
        ))}
      </ul>
      <CheckField label={text.giveUp} checked={agreed} onChange={onAgree} />
    </>
  );
}

/** Shows the remaining rupiah before the player types anything. */
function Rupiah({ text, balance }: { text: Text; balance: number }) {
  const amount = formatRupiah(BigInt(balance));
  if (balance <= FORFEIT_RUPIAH_MAX) return <p>{text.forfeit(amount)}</p>;
  const toMoney = (
    <ButtonLink small look="plain" href={PAGE_PATHS.money}>
      {text.toMoney}
    </ButtonLink>
  );
  return (
    <Notice tone="warn" action={toMoney}>
      {text.rupiahFirst(amount)}
    </Notice>
  );
}

export function DeleteIdentity({ text, pid }: { text: Text; pid: string }) {
  const [balance, setBalance] = useState(0);
  const [held, setHeld] = useState<readonly Asset[] | null>(null);
  const [typed, setTyped] = useState('');
  const [agreed, setAgreed] = useState(false);
  const look = useAction(async () => {
    setAgreed(false);
    const [rupiah, assets] = await Promise.all([api.call('getBalance'), listHeld()]);
    setBalance(rupiah.balance + (rupiah.held ?? 0));
    setHeld(assets);
  });
  const isSpent = balance <= FORFEIT_RUPIAH_MAX;
  const isSettled = held?.length === 0 || (held !== null && agreed && !isTooMuch(held));
  return (
    <Card title={text.deleteTitle}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.deleteBody}</p>
      <Button look="danger" busy={look.busy} onClick={() => look.run()}>
        {text.delete}
      </Button>
      <ErrorNotice error={look.error} />
      <ConfirmDialog
        open={held !== null}
        title={text.deleteAsk(pid)}
        confirm={text.delete}
        disabled={typed.trim() !== pid || !isSettled || !isSpent}
        onClose={() => setHeld(null)}
        onConfirm={() => deleteIdentity(held ?? [])}
      >
        <p>{text.deleteWarning}</p>
        {balance > 0 && <Rupiah text={text} balance={balance} />}
        {held !== null && held.length > 0 && (
          <GivenUp text={text} held={held} agreed={agreed} onAgree={setAgreed} />
        )}
        {isSpent && !(held !== null && isTooMuch(held)) && (
          <TextField
            label={text.deleteConfirm(pid)}
            hint={text.deleteWithKey}
            value={typed}
            onInput={setTyped}
            input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
          />
        )}
      </ConfirmDialog>
    </Card>
  );
}
