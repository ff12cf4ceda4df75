import { handlePattern } from '@pid/contract';
import { isInsulting } from './insulting-handle.ts';

/** Handles that could impersonate the service or that software could misinterpret. */
const reservedHandles = new Set(
  `admin administrator root system sysadmin support help helpdesk contact info pid pid_official official staff team mod moderator
   security abuse legal privacy terms billing payment payments payout wallet treasury bank escrow relayer registrar sponsor api www
   mail email postmaster webmaster hostmaster noreply no_reply null undefined none anonymous guest everyone all here me self owner
   identity account login signin signup signout logout register claim authorize oauth oidc sso test tester`.split(
    /\s+/,
  ),
);

export function isReservedHandle(handle: string): boolean {
  return (
    reservedHandles.has(handle) || /^_+$/.test(handle) || handle.startsWith('pid_') || handle.endsWith('_pid')
  );
}

/** Returns the error code that refuses a handle for every player, or null if the handle is allowed. */
export function whyNoHandle(
  handle: string,
  refusedWords: ReadonlySet<string>,
): 'validation_failed' | 'handle_reserved' | 'handle_refused' | null {
  if (!new RegExp(handlePattern).test(handle)) return 'validation_failed';
  if (isReservedHandle(handle)) return 'handle_reserved';
  return isInsulting(handle, refusedWords) ? 'handle_refused' : null;
}

export function pidOf(handle: string): string {
  return `${handle}@pid`;
}

export function handleOf(pid: string): string {
  return pid.slice(0, -'@pid'.length);
}

const firstWords = [
  'arus',
  'bara',
  'bintang',
  'embun',
  'fajar',
  'gema',
  'kilat',
  'lentera',
  'mega',
  'ombak',
  'pelangi',
  'purnama',
  'senja',
  'topan',
];
const secondWords = [
  'badak',
  'elang',
  'garuda',
  'harimau',
  'kancil',
  'komodo',
  'kuda',
  'lumba',
  'macan',
  'merak',
  'naga',
  'rajawali',
  'rusa',
  'tarsius',
];

/**
 * Suggests handles without checking whether they are free. They are not derived from the e-mail address: a
 * handle is public and permanent, and many addresses contain a full name.
 */
export function suggestHandles(random: (bound: number) => number): string[] {
  const one = () => `${firstWords[random(firstWords.length)]}_${secondWords[random(secondWords.length)]}`;
  // Two words and a number are never reserved and have at most twenty characters.
  return Array.from({ length: 6 }, () => `${one()}${random(90) + 10}`);
}
