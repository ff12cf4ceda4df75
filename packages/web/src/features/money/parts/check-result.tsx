import { Button } from '../../../kit/controls/button.tsx';
import { CheckIcon, DownloadIcon, InfoIcon, WarningIcon } from '../../../kit/controls/icons.tsx';
import { Notice, type NoticeTone } from '../../../kit/controls/notice.tsx';
import { formatNumberOfRupiah as rupiah } from '../../../kit/format/rupiah.ts';
import { shareOrSave } from '../../../kit/platform/share.ts';
import type { BalanceCheck, BooksCheck, LogCheck, PostingCheck } from './check-books.ts';
import { LOG_TONES } from './log-tones.ts';
import type { Text } from './check-text.en.ts';

interface CheckStep {
  readonly tone: NoticeTone;
  readonly words: string;
}

const POSTING_TONES = {
  proven: 'good',
  unopened: 'warn',
  lost: 'warn',
  early: 'warn',
  missing: 'bad',
  wrong: 'bad',
} as const;
const BALANCE_TONES = {
  proven: 'good',
  wrong: 'bad',
  less: 'bad',
  early: 'note',
  lost: 'warn',
  missing: 'bad',
  unpublished: 'warn',
} as const;

function describePosting(text: Text, { amount, verdict, place, since = '' }: PostingCheck): CheckStep {
  const [index, size] = place ? [place.index + 1, place.size] : [0, 0];
  const words =
    verdict === 'lost'
      ? text.posting.lost(rupiah(amount), since)
      : text.posting[verdict](rupiah(amount), index, size);
  return { tone: POSTING_TONES[verdict], words };
}

/** More entries than this are one step if they are right: a statement has many. */
const SINGLE_MAX = 4;

function describePostings(text: Text, postings: readonly PostingCheck[]): CheckStep[] {
  const isProven = ({ verdict }: PostingCheck) => verdict === 'proven';
  const proven = postings.filter(isProven);
  if (proven.length <= SINGLE_MAX) return postings.map((posting) => describePosting(text, posting));
  return [
    { tone: 'good', words: text.posting.all(proven.length) },
    ...postings.filter((each) => !isProven(each)).map((posting) => describePosting(text, posting)),
  ];
}

function describeLog(text: Text, { origin, state }: LogCheck): CheckStep {
  return { tone: LOG_TONES[state], words: text.log[state](origin) };
}

function describeBalance(text: Text, check: BalanceCheck): CheckStep {
  const tone = BALANCE_TONES[check.verdict];
  if (check.verdict === 'early') return { tone, words: text.balance.early() };
  if ('amount' in check)
    return { tone, words: text.balance[check.verdict](rupiah(check.amount), check.date) };
  return { tone, words: text.balance[check.verdict](check.date) };
}

const STEP_LOOKS = {
  good: { icon: CheckIcon, look: 'border-good/40 text-good' },
  note: { icon: InfoIcon, look: 'border-note/40 text-note' },
  warn: { icon: WarningIcon, look: 'border-warn/40 text-warn' },
  bad: { icon: WarningIcon, look: 'border-bad/40 text-bad' },
} as const;

/** One step of the picture: what was compared, and whether it agrees. */
function Step({ tone, words }: CheckStep) {
  const { icon: Icon, look } = STEP_LOOKS[tone];
  return (
    <li class={`flex min-h-11 items-center gap-3 rounded-md border px-3 py-2 ${look}`}>
      <Icon class="size-5 shrink-0" />
      <span class="min-w-0 break-words text-ink">{words}</span>
    </li>
  );
}

function Verdict({ text, check, steps }: { text: Text; check: BooksCheck; steps: readonly CheckStep[] }) {
  const has = (tone: NoticeTone) => steps.some((step) => step.tone === tone);
  const verdicts = check.postings.map(({ verdict }) => verdict);
  if (has('bad'))
    return (
      <Notice tone="bad" title={text.bad} live>
        {text.badBody}
      </Notice>
    );
  if (verdicts.includes('unopened') || verdicts.includes('lost'))
    return (
      <Notice tone="warn" title={text.unproven} live>
        {verdicts.includes('lost') ? text.lostBody : text.unprovenBody}
      </Notice>
    );
  if (verdicts.includes('early') || verdicts.length === 0)
    return (
      <Notice tone="warn" live>
        {text.early}
      </Notice>
    );
  return has('warn') ? (
    <Notice tone="warn" title={text.doubtful} live>
      {text.doubtfulBody}
    </Notice>
  ) : (
    <Notice tone="good" title={text.good} live>
      {text.goodBody}
    </Notice>
  );
}

export interface CheckResultProps {
  readonly text: Text;
  readonly check: BooksCheck;
}

/** Says what was compared, and whether it agrees. */
export function CheckResult({ text, check }: CheckResultProps) {
  const { postings, log, balance, anchor, file } = check;
  const steps = [
    ...describePostings(text, postings),
    ...(log ? [describeLog(text, log)] : []),
    describeBalance(text, balance),
    ...(anchor?.faults ?? []).map((fault) => ({ tone: 'bad', words: text.totalFaults[fault] }) as const),
  ];
  return (
    <div class="grid grid-cols-1 gap-3">
      <Verdict text={text} check={check} steps={steps} />
      <ol class="grid grid-cols-1 gap-2" aria-label={text.steps}>
        {steps.map((step, index) => (
          <Step key={index} {...step} />
        ))}
      </ol>
      {anchor?.signature && !anchor.faults.includes('memo') && (
        <div class="grid grid-cols-1 gap-2 text-sm text-muted">
          <p>{text.anchor}</p>
          <p class="break-all">
            <code>{anchor.signature}</code>
          </p>
          <p class="break-all">
            <code>{anchor.memo}</code>
          </p>
        </div>
      )}
      <p>
        <Button look="plain" onClick={() => shareOrSave(file)}>
          <DownloadIcon class="size-4" />
          {text.save}
        </Button>
      </p>
    </div>
  );
}
