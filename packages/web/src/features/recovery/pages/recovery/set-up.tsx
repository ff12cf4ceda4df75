import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { DateTime } from '../../../../kit/controls/date-time.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { TextArea, TextField } from '../../../../kit/controls/inputs.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { loadSigning } from '../../parts/load-signing.ts';
import type { GuardianInput } from '../../parts/sign-recovery.ts';
import type { PartProps } from './shapes.ts';
import type { Text } from './text.en.ts';

const WEEK_SECONDS = 604_800;
type Screen = 'choose' | 'sheet' | 'prove' | 'friends' | 'sign';

/** At most four screens: choice of guardians, their words or names, the check, the signature. */
export function SetUp({ text, pid, recovery, onChanged }: PartProps) {
  const [screen, setScreen] = useState<Screen>('choose');
  const [words, setWords] = useState('');
  const [names, setNames] = useState('');
  const [guardians, setGuardians] = useState<readonly GuardianInput[]>([]);
  const [lacksPasskey, setLacksPasskey] = useState(false);
  const makeSheet = useAction(async () => {
    const { newSheetWords } = await loadSigning();
    setWords(await newSheetWords());
    setScreen('sheet');
  });
  const take = (chosen: readonly GuardianInput[]): void => {
    setGuardians(chosen);
    setScreen('sign');
  };
  const takePasskey = useAction(async () => {
    const other = (await api.call('listPasskeys')).find(({ authority }) => !authority);
    setLacksPasskey(!other);
    if (other) take([{ kind: 'passkey', publicKey: other.publicKey }]);
  });
  const goBack = (to: Screen) => (
    <Button look="quiet" onClick={() => setScreen(to)}>
      {text.back}
    </Button>
  );
  switch (screen) {
    case 'sheet':
      return (
        <Sheet
          text={text}
          pid={pid}
          words={words}
          onKept={() => setScreen('prove')}
          back={goBack('choose')}
        />
      );
    case 'prove':
      return (
        <Prove
          text={text}
          pid={pid}
          words={words}
          back={goBack('sheet')}
          onProven={(key) => take([{ kind: 'sheet', publicKey: key }])}
        />
      );
    case 'friends':
      return <Friends text={text} names={names} onNames={setNames} onNamed={take} back={goBack('choose')} />;
    case 'sign':
      return (
        <Sign
          text={text}
          pid={pid}
          guardians={guardians}
          isFirst={recovery.policyNonce === '0'}
          onDone={onChanged}
          back={goBack(guardians[0]?.kind === 'account' ? 'friends' : 'choose')}
        />
      );
    default:
      return (
        <Card title={text.chooseTitle}>
          <div class="grid gap-4">
            <ErrorNotice error={makeSheet.error} />
            <p>{text.chooseSheetBody}</p>
            <p>
              <Button look="sun" busy={makeSheet.busy} onClick={() => makeSheet.run()}>
                {text.chooseSheet}
              </Button>
            </p>
            <p>{text.chooseFriendsBody}</p>
            <p>
              <Button look="plain" onClick={() => setScreen('friends')}>
                {text.chooseFriends}
              </Button>
            </p>
            <p>{text.choosePasskeyBody}</p>
            {lacksPasskey && (
              <Notice tone="warn" live>
                {text.noOtherPasskey}{' '}
                <a class="text-link" href={PAGE_PATHS.security}>
                  {text.addPasskey}
                </a>
              </Notice>
            )}
            <ErrorNotice error={takePasskey.error} />
            <p>
              <Button look="plain" busy={takePasskey.busy} onClick={() => takePasskey.run()}>
                {text.choosePasskey}
              </Button>
            </p>
          </div>
        </Card>
      );
  }
}

interface SheetProps {
  readonly text: Text;
  readonly pid: string;
  readonly words: string;
  readonly back: ComponentChildren;
  readonly onKept: () => void;
}

/** On paper, the sheet must explain itself: years later, its owner may not remember what it is for. */
function Sheet({ text, pid, words, back, onKept }: SheetProps) {
  const place = `${location.origin}${PAGE_PATHS.recovery}`;
  return (
    <Card title={text.sheetTitle}>
      <div class="grid gap-5">
        <Facts>
          <Fact label={text.sheetPlayer}>{pid}</Fact>
          <Fact label={text.sheetDate}>
            <DateTime value={new Date().toISOString()} />
          </Fact>
          <Fact label={text.sheetPlace}>
            <span class="break-all">{place}</span>
          </Fact>
        </Facts>
        <p>{text.sheetBody}</p>
        <ol class="grid list-decimal grid-cols-2 gap-x-8 gap-y-2 pl-9 font-mono text-lg" data-words>
          {words.split(' ').map((word, index) => (
            // A word can appear on a sheet twice.
            <li key={`${index}-${word}`}>{word}</li>
          ))}
        </ol>
        <div class="grid gap-2">
          <h3 class="text-base font-semibold">{text.sheetUse}</h3>
          <ol class="grid list-decimal gap-1 pl-5" data-instructions>
            {text.sheetSteps(place, WEEK_SECONDS / 86_400).map((step) => (
              <li key={step} class="break-words">
                {step}
              </li>
            ))}
          </ol>
        </div>
        <div class="flex flex-wrap gap-3 print:hidden">
          <Button onClick={onKept}>{text.printed}</Button>
          <Button look="plain" onClick={() => window.print()}>
            {text.print}
          </Button>
          {back}
        </div>
      </div>
    </Card>
  );
}

interface ProveProps {
  readonly text: Text;
  readonly pid: string;
  readonly words: string;
  readonly back: ComponentChildren;
  readonly onProven: (publicKey: string) => void;
}

function Prove({ text, pid, words, back, onProven }: ProveProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const check = useAction(async () => {
    const { keyOfWords } = await loadSigning();
    const [expected, key] = await Promise.all([keyOfWords(words, pid), keyOfWords(typed, pid)]);
    setWrong(key === null || key !== expected);
    if (key !== null && key === expected) onProven(key);
  });
  return (
    <Card title={text.proveTitle}>
      <div class="grid gap-4">
        <TextArea
          label={text.words}
          value={typed}
          onInput={setTyped}
          error={wrong ? text.wordsBad : undefined}
          code
        />
        <ErrorNotice error={check.error} />
        <div class="flex flex-wrap gap-3">
          <Button busy={check.busy} onClick={() => check.run()}>
            {text.next}
          </Button>
          {back}
        </div>
      </div>
    </Card>
  );
}

interface FriendsProps {
  readonly text: Text;
  /** Kept by the caller, so that nothing has to be typed again after going back. */
  readonly names: string;
  readonly onNames: (names: string) => void;
  readonly back: ComponentChildren;
  readonly onNamed: (guardians: readonly GuardianInput[]) => void;
}

function Friends({ text, names, onNames, back, onNamed }: FriendsProps) {
  const [flaw, setFlaw] = useState<string | undefined>();
  const pids = [
    ...new Set(
      names
        .toLowerCase()
        .split(/[\s,]+/u)
        .filter(Boolean),
    ),
  ].map((name) => (name.endsWith('@pid') ? name : `${name}@pid`));
  const isGood = pids.length > 0 && pids.length <= 5;
  const check = useAction(async () => {
    const malformed = pids.filter((pid) => !/^[a-z0-9_]{3,20}@pid$/u.test(pid));
    if (malformed.length > 0) return setFlaw(text.friendFlaws.unknown(malformed.join(', ')));
    const { items } = await api.call('checkGuardians', { pids });
    const flaws = (['self', 'unknown', 'no_wallet'] as const).flatMap((status) => {
      const found = items.filter((item) => item.status === status).map(({ pid }) => pid);
      return found.length > 0 ? [text.friendFlaws[status](found.join(', '))] : [];
    });
    setFlaw(flaws.length > 0 ? flaws.join(' ') : undefined);
    if (flaws.length === 0) onNamed(pids.map((pid) => ({ kind: 'account', pid })));
  });
  return (
    <Card title={text.friendsTitle}>
      <div class="grid gap-4">
        <TextField
          label={text.friendsTitle}
          hint={text.friendsHint}
          value={names}
          error={flaw}
          onInput={(typed) => {
            onNames(typed);
            setFlaw(undefined);
          }}
          input={{ autocapitalize: 'none', spellcheck: false, autocomplete: 'off' }}
        />
        <ErrorNotice error={check.error} />
        <div class="flex flex-wrap gap-3">
          <Button busy={check.busy} disabled={!isGood} onClick={() => check.run()}>
            {text.next}
          </Button>
          {back}
        </div>
      </div>
    </Card>
  );
}

interface SignProps {
  readonly text: Text;
  readonly pid: string;
  readonly guardians: readonly GuardianInput[];
  /** The account that stores the guardians costs rent once. */
  readonly isFirst: boolean;
  readonly back: ComponentChildren;
  readonly onDone: () => void;
}

function Sign({ text, pid, guardians, isFirst, back, onDone }: SignProps) {
  const threshold = Math.floor(guardians.length / 2) + 1;
  const sign = useAction(async () => {
    const { signPolicy } = await loadSigning();
    await signPolicy(pid, { guardians, threshold, delaySeconds: WEEK_SECONDS });
    showToast(text.done);
    onDone();
  });
  return (
    <Card title={text.signTitle}>
      <div class="grid gap-4">
        <ul class="grid list-disc gap-1 pl-5">
          {guardians.map(({ kind, pid: friend }) => (
            <li key={friend ?? kind}>{friend ?? text.guardian[kind]}</li>
          ))}
        </ul>
        <p>{text.terms(threshold, guardians.length, WEEK_SECONDS / 86_400)}</p>
        {isFirst && <p class="text-sm text-muted">{text.signBody}</p>}
        <ErrorNotice error={sign.error} />
        <div class="flex flex-wrap gap-3">
          <Button look="sun" busy={sign.busy} onClick={() => sign.run()}>
            {text.sign}
          </Button>
          {back}
        </div>
      </div>
    </Card>
  );
}
