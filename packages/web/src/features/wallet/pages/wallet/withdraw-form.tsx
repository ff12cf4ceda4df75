import { languages } from '@pid/contract/languages';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { ClipboardIcon, ScanIcon } from '../../../../kit/controls/icons.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { later } from '../../../../kit/controls/loading.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { everythingNow } from '../../parts/check-amount.ts';
import type { WithdrawalDraft } from '../../parts/kept-withdrawal.ts';
import { readReceiver } from '../../parts/read-receiver.ts';
import { costsOf, judgeDraft, movableAssets, type Problem } from './judge-withdrawal.ts';
import { assetAmount, assetName } from './read-wallet.ts';
import type { Wallet } from './read-wallet.ts';
import type { Text } from './text.en.ts';

const ScanDialog = later(4, async () => (await import('./scan-dialog.tsx')).ScanDialog);

const canPaste = () => typeof navigator.clipboard?.readText === 'function';
const canScan = () => 'BarcodeDetector' in window && Boolean(navigator.mediaDevices);

interface ReceiverFieldProps {
  readonly text: Text['form'];
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (value: string) => void;
}

/**
 * Takes typed, pasted and scanned input. The content of a scanned code goes into the field, so that the
 * player can check it.
 */
function ReceiverField({ text, value, error, onInput }: ReceiverFieldProps) {
  const [scanning, setScanning] = useState(false);
  const take = (found: string) => {
    setScanning(false);
    const receiver = readReceiver(found, location.origin);
    if (!receiver) return showToast(text.notInCode, 'warn');
    onInput(receiver.kind === 'player' ? receiver.pid : receiver.address);
  };
  const paste = async () => {
    try {
      take(await navigator.clipboard.readText());
    } catch {
      showToast(text.pasteFailed, 'warn');
    }
  };
  return (
    <div>
      <TextField
        label={text.to}
        hint={text.toHint}
        error={error}
        value={value}
        onInput={onInput}
        input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 200 }}
      />
      <div class="-mt-1 flex flex-wrap gap-3">
        {canPaste() && (
          <Button look="plain" small onClick={paste}>
            <ClipboardIcon class="size-4" />
            {text.paste}
          </Button>
        )}
        {canScan() && (
          <Button look="plain" small onClick={() => setScanning(true)}>
            <ScanIcon class="size-4" />
            {text.scan}
          </Button>
        )}
      </div>
      {scanning && <ScanDialog text={text} onFound={take} onClose={() => setScanning(false)} />}
    </div>
  );
}

export interface WithdrawFormProps {
  readonly text: Text;
  readonly wallet: Wallet;
  readonly first: WithdrawalDraft | null;
  readonly problem: Problem | null;
  readonly onProblem: (problem: Problem | null) => void;
  readonly onReview: (draft: WithdrawalDraft) => Promise<void>;
}

export function WithdrawForm({ text, wallet, first, problem, onProblem, onReview }: WithdrawFormProps) {
  const assets = movableAssets(wallet);
  const [name, setName] = useState(first?.asset ?? 'SOL');
  const [to, setTo] = useState(first?.to ?? '');
  const [typed, setTyped] = useState(first?.amount ?? '');
  const [everything, setEverything] = useState(first?.everything ?? false);
  const asset = assets.find((candidate) => candidate.asset === name) ?? assets[0] ?? wallet.assets[0];
  const review = useAction(async () => {
    if (!asset) return;
    const { pid } = wallet.account;
    const draft = { pid, asset: asset.asset, to: to.trim(), amount: typed, everything };
    const judged = await judgeDraft(text, wallet, draft);
    onProblem('problem' in judged ? judged.problem : null);
    if (!('problem' in judged)) await onReview(draft);
  });
  const takeAll = useAction(async () => {
    if (!asset) return;
    const isSol = asset.asset === 'SOL';
    const costs = isSol ? costsOf(await api.call('quoteWithdrawal', { asset: 'SOL' })) : 0n;
    setEverything(true);
    // Without thousands separators, as a player would type it.
    setTyped(
      formatUnits(everythingNow(BigInt(asset.amount), costs, isSol), asset.decimals, locale.value).replaceAll(
        languages[locale.value].thousands,
        '',
      ),
    );
    onProblem(null);
  });
  if (!asset) return null;
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.sentence : undefined);
  return (
    <Card>
      <Form class="grid grid-cols-1 gap-4" noValidate onSubmit={review.run}>
        {assets.length > 1 && (
          <SelectField
            label={text.form.asset}
            value={asset.asset}
            options={assets.map((entry) => ({
              value: entry.asset,
              label: assetName(entry, text.assets.token),
            }))}
            onChange={(value) => {
              setName(value);
              setTyped('');
              setEverything(false);
              onProblem(null);
            }}
          />
        )}
        <ReceiverField text={text.form} error={errorOf('to')} value={to} onInput={setTo} />
        <TextField
          label={text.form.amount}
          hint={text.form.available(
            assetAmount(asset, BigInt(asset.amount), text.assets.token, locale.value),
          )}
          error={errorOf('amount')}
          value={typed}
          onInput={(value) => {
            setEverything(false);
            setTyped(value);
          }}
          {...(asset.asset === 'SOL' ? { suffix: 'SOL' } : {})}
          input={{ autocomplete: 'off', inputMode: 'decimal', maxLength: 32 }}
        />
        <ErrorNotice error={review.error ?? takeAll.error} />
        <div class="flex flex-wrap gap-3">
          <Button type="submit" busy={review.busy}>
            {text.form.review}
          </Button>
          <Button look="plain" busy={takeAll.busy} onClick={() => takeAll.run()}>
            {text.form.max}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
