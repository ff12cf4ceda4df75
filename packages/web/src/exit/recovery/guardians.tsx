import { guardianKey, toHex } from '@pid/protocol';
import type { Guardian, RecoveryAccount } from '@pid/protocol';
import { shownTime } from '../review.tsx';
import type { RecoveryText } from './text.en.ts';

const SHOWN_DIGITS = 12;

/** The chain identifies players only by a hash. Its first digits distinguish several guardians. */
function nameOf(words: RecoveryText, guardian: Guardian): string {
  return `${words.guardian[guardian.kind]} ${toHex(guardianKey(guardian)).slice(0, SHOWN_DIGITS)}…`;
}

export function guardianNames(words: RecoveryText, guardians: readonly Guardian[]): string[] {
  return guardians.map((guardian, place) => `${place + 1}. ${nameOf(words, guardian)}`);
}

export function GuardianName({ words, guardian }: { words: RecoveryText; guardian: Guardian }) {
  return <>{nameOf(words, guardian)}</>;
}

interface GuardianListProps {
  readonly words: RecoveryText;
  readonly account: RecoveryAccount;
  readonly chainSeconds: bigint;
}

/** Lists the guardians and their votes. */
export function GuardianList({ words, account, chainSeconds }: GuardianListProps) {
  const { guardians, votes, barredUntil, threshold, delaySeconds } = account;
  return (
    <>
      <ol class="-mt-2 grid list-decimal gap-2 pl-5" data-guardians>
        {guardians.map((guardian, place) => {
          const vote = votes[place];
          const barred = barredUntil[place] ?? 0n;
          return (
            <li key={toHex(guardianKey(guardian))}>
              <span class="break-all">{nameOf(words, guardian)}</span>
              {vote && (
                <span class="block text-sm font-semibold">
                  {words.approved(toHex(vote.authority).slice(0, SHOWN_DIGITS))}
                </span>
              )}
              {barred > chainSeconds && (
                <span class="block text-sm text-muted">{words.barred(shownTime(barred))}</span>
              )}
            </li>
          );
        })}
      </ol>
      <p class="text-sm text-muted">
        {words.terms(threshold, guardians.length, Math.round(delaySeconds / 86_400))} {words.public}
      </p>
    </>
  );
}
