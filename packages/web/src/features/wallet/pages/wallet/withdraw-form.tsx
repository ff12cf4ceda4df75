import { languages } from '@pid/contract/languages';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { strangersWords } from '@pid/protocol';
import { formatUnits } from '../../../../kit/format/lamports.ts';
import { parseUnits } from '../../../../kit/format/parse-units.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { ClipboardIcon } from '../../../../kit/controls/icons.tsx';
import { SelectField, TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { ScanQrButton } from '../../../../kit/controls/scan-qr-button.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { everythingNow } from '../../parts/check-amount.ts';
import type { WithdrawalDraft } from '../../parts/kept-withdrawal.ts';
import { formatExact, readPaymentRequest, type PaymentRequest } from '../../parts/payment-request.ts';
import { readReceiver } from '../../parts/read-receiver.ts';
import { Approximately } from './approximately.tsx';
import { costsOf, judgeDraft, movableAssets, noteOf, type Problem } from './judge-withdrawal.ts';
import { assetAmount, assetName } from './read-wallet.ts';
import type { Wallet } from './read-wallet.ts';
import { RequestFacts } from './request-facts.tsx';
import { Address } from './review.tsx';
import type { FullText } from './tasks.en.ts';

const canPaste = () => typeof navigator.clipboard?.readText === 'function';

/** What a code or a pasted text says: a receiver, a payment request, or why it says neither. */
type Code =
  | { readonly receiver: string }
  | { readonly request: PaymentRequest }
  | { readonly problem: string };

function readCode(found: string, text: FullText): Code {
  const request = readPaymentRequest(found);
  if (request === null) {
    const receiver = readReceiver(found, location.origin);
    if (!receiver) return { problem: text.form.notInCode };
    return { receiver: receiver.kind === 'player' ? receiver.pid : receiver.address };
  }
  if (!('problem' in request)) return isPlain(request) ? { receiver: request.to } : { request };
  const { problems } = text.request;
  return {
    problem:
      request.problem === 'unknown'
        ? problems.unknown(strangersWords(request.parameter, 30))
        : problems[request.problem],
  };
}

/** Only an address: nothing asks for a certain payment. */
function isPlain({ asset, amount, memo, label, message, references }: PaymentRequest): boolean {
  return (
    asset === 'SOL' &&
    references.length === 0 &&
    [amount, memo, label, message].every((part) => part === null)
  );
}

interface ReceiverFieldProps {
  readonly text: FullText;
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (value: string) => void;
  readonly onRequest: (request: PaymentRequest) => void;
  readonly onProblem: (sentence: string) => void;
}

/**
 * Takes typed, pasted and scanned input. The content of a scanned code goes into the form, so that the
 * player can check it.
 */
function ReceiverField({ text, value, error, onInput, onRequest, onProblem }: ReceiverFieldProps) {
  const { form } = text;
  const take = (found: string): string | null => {
    const code = readCode(found, text);
    if ('problem' in code) return code.problem;
    if ('request' in code) onRequest(code.request);
    else onInput(code.receiver);
    return null;
  };
  const paste = async () => {
    try {
      const problem = take(await navigator.clipboard.readText());
      if (problem !== null) showToast(problem, 'warn');
    } catch {
      showToast(form.pasteFailed, 'warn');
    }
  };
  const type = (typed: string) => {
    const problem = /^\s*solana:./iu.test(typed) ? take(typed) : null;
    if (problem !== null) onProblem(problem);
    if (problem !== null || !/^\s*solana:./iu.test(typed)) onInput(typed);
  };
  return (
    <div>
      <TextField
        label={form.to}
        hint={form.toHint}
        error={error}
        value={value}
        onInput={type}
        input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false, maxLength: 2000 }}
      />
      <div class="mt-1 flex flex-wrap gap-3">
        {canPaste() && (
          <Button look="plain" small onClick={paste}>
            <ClipboardIcon class="size-4" />
            {form.paste}
          </Button>
        )}
        <ScanQrButton label={form.scan} hint={form.scanHint} onFound={take} />
      </div>
    </div>
  );
}

interface RequestCardProps {
  readonly text: FullText;
  readonly wallet: Wallet;
  readonly request: PaymentRequest;
  readonly error: string | undefined;
  readonly onDiscard: () => void;
}

/** A payment request is taken as a whole or not at all: its fields cannot be edited. */
function RequestCard({ text, wallet, request, error, onDiscard }: RequestCardProps) {
  const { to, asset, amount } = request;
  const held = wallet.assets.find((candidate) => candidate.asset === asset);
  const name = assetName(held ?? { asset }, text.assets.token);
  return (
    <section class="rounded-md bg-brand-soft p-4" aria-label={text.request.title}>
      <h3 class="font-semibold">{text.request.title}</h3>
      <p class="text-sm text-muted">{text.request.body}</p>
      <Facts>
        <Fact label={text.request.amount}>
          {amount === null ? name : `${formatExact(amount, locale.value)} ${name}`}
        </Fact>
        <Fact label={text.review.to}>
          <Address value={to} />
        </Fact>
        <RequestFacts text={text.request} request={request} />
      </Facts>
      {error !== undefined && (
        <p class="pt-2 font-medium text-bad" role="alert">
          {error}
        </p>
      )}
      <p class="pt-2">
        <Button look="plain" small onClick={onDiscard}>
          {text.request.discard}
        </Button>
      </p>
    </section>
  );
}

export interface WithdrawFormProps {
  readonly text: FullText;
  readonly wallet: Wallet;
  readonly first: WithdrawalDraft | null;
  readonly problem: Problem | null;
  readonly onProblem: (problem: Problem | null) => void;
  readonly onReview: (draft: WithdrawalDraft) => Promise<void>;
}

export function WithdrawForm({ text, wallet, first, problem, onProblem, onReview }: WithdrawFormProps) {
  const assets = movableAssets(wallet);
  const suspects = assets.filter(({ unsolicited }) => unsolicited).length;
  const [name, setName] = useState(first?.asset ?? 'SOL');
  const [to, setTo] = useState(first?.to ?? '');
  const [typed, setTyped] = useState(first?.amount ?? '');
  const [everything, setEverything] = useState(first?.everything ?? false);
  const [request, setRequest] = useState(first?.request ?? null);
  const asset = assets.find((candidate) => candidate.asset === name) ?? assets[0] ?? wallet.assets[0];
  const isFixed = request !== null && request.amount !== null;
  const review = useAction(async () => {
    if (!asset) return;
    const { pid } = wallet.account;
    const draft = {
      pid,
      asset: asset.asset,
      to: to.trim(),
      amount: typed,
      everything: everything && !isFixed,
      ...(request && { request }),
    };
    const judged = await judgeDraft(text, wallet, draft);
    onProblem('problem' in judged ? judged.problem : null);
    if (!('problem' in judged)) await onReview(draft);
  });
  const takeAll = useAction(async () => {
    if (!asset) return;
    const isSol = asset.asset === 'SOL';
    const costs = isSol
      ? costsOf(await api.call('quoteWithdrawal', { asset: 'SOL', ...noteOf(request) }))
      : 0n;
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
  const take = (wanted: PaymentRequest | null) => {
    setRequest(wanted);
    setName(wanted?.asset ?? 'SOL');
    setTo('');
    setTyped('');
    setEverything(false);
    onProblem(null);
  };
  const units = parseUnits(typed, asset.decimals, locale.value);
  return (
    <Card>
      <Form class="grid grid-cols-1 gap-4" noValidate onSubmit={review.run}>
        {request ? (
          <RequestCard
            text={text}
            wallet={wallet}
            request={request}
            error={errorOf('to') ?? (isFixed ? errorOf('amount') : undefined)}
            onDiscard={() => take(null)}
          />
        ) : (
          <>
            {assets.length > 1 && (
              <SelectField
                label={text.form.asset}
                hint={asset.unsolicited ? text.assets.byMaker : undefined}
                value={asset.asset}
                options={assets.map((entry) => ({
                  value: entry.asset,
                  label: assetName(entry, text.assets.token),
                  ...(entry.unsolicited ? { group: text.assets.unsolicited(suspects) } : {}),
                }))}
                onChange={(value) => {
                  setName(value);
                  setTyped('');
                  setEverything(false);
                  onProblem(null);
                }}
              />
            )}
            <ReceiverField
              text={text}
              error={errorOf('to')}
              value={to}
              onInput={setTo}
              onRequest={take}
              onProblem={(sentence) => onProblem({ field: 'to', sentence })}
            />
          </>
        )}
        {!isFixed && (
          <div>
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
            {asset.asset === 'SOL' && units !== null && (
              <p class="-mt-1 text-muted" aria-live="polite">
                <Approximately text={text} lamports={units} price={wallet.chain.solPrice} />
              </p>
            )}
          </div>
        )}
        <ErrorNotice error={review.error ?? takeAll.error} />
        <div class="flex flex-wrap gap-3">
          <Button type="submit" busy={review.busy}>
            {text.form.review}
          </Button>
          {!isFixed && (
            <Button look="plain" busy={takeAll.busy} onClick={() => takeAll.run()}>
              {text.form.max}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
