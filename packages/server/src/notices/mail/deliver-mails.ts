import type { Queryable } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/hash.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Needs } from '../../platform/needs.ts';
import { jittered } from '../../platform/timers.ts';
import { insertNotMeToken } from '../freezes.store.ts';
import { incomingTypes, type AnyNotice } from '../notice-types.ts';
import { composeMail } from './compose-mail.ts';
import type { MailTransport, Sending } from './mail-transport.ts';
import {
  countBefore,
  countByPlayerBefore,
  dropMailsBefore,
  postponeMail,
  removeMail,
  takeDueMails,
  type WaitingMail,
} from './outbox.store.ts';

const secondMillis = 1000;
const tokenTtlMillis = 7 * 86_400 * secondMillis;
/** Longer than any delivery attempt. */
const leaseMillis = 600 * secondMillis;
const firstPauseMillis = 15 * secondMillis;
const attemptsMax = 9;
const mailTtlMillis = 86_400 * secondMillis;
const atOnce = 5;
/**
 * A flood of one type must not fill the mailbox or hide notices of another type. The pages show all notices.
 */
const mailsPerTypeAndDay = 10;
/**
 * For notices that another player causes: repeated requests of one player must not use up the mails about
 * others.
 */
const mailsPerPlayerAndDay = 2;
/**
 * Limit for a type of this kind, over all players. Reaching it needs 15 players whose wallets name this one
 * as a guardian on the chain, which costs rent.
 */
const mailsOfPlayersPerDay = 30;

/** The recipient of a mail, read at the time of delivery. */
interface Recipient {
  readonly pid: string;
  readonly locale: string | null;
  readonly addresses: readonly string[];
}

export interface DeliveryDeps extends Needs<'db' | 'clock' | 'ids' | 'log'> {
  readonly transport: MailTransport;
  readonly baseUrl: URL;
  readonly timeZone: string;
  recipientOf(db: Queryable, identityId: string): Promise<Recipient | null>;
  count(outcome: Sending | 'dropped'): void;
}

/** Sends due mails in small batches until none is due or `isStopped` returns true. */
export async function deliverMails(deps: DeliveryDeps, isStopped: () => boolean): Promise<void> {
  const dropped = await dropMailsBefore(deps.db, new Date(deps.clock.nowMillis() - mailTtlMillis));
  for (let index = 0; index < dropped; index += 1) deps.count('dropped');
  while (!isStopped()) {
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMillis);
    const mails = await takeDueMails(deps.db, { now, leaseUntil, limit: atOnce });
    if (mails.length === 0) return;
    await Promise.all(mails.map((mail) => deliver(deps, mail)));
  }
}

async function deliver(deps: DeliveryDeps, mail: WaitingMail): Promise<void> {
  const recipient = await deps.recipientOf(deps.db, mail.identityId);
  if (!recipient || (await isOneTooMany(deps, mail))) return removeMail(deps.db, mail.noticeId);
  const doneHashes = [...mail.doneHashes];
  let isWhole = true;
  for (const address of addressesOf(recipient, mail)) {
    const hash = sha256(address);
    if (doneHashes.some((done) => done.equals(hash))) continue;
    const outcome = await send(deps, recipient, mail, address);
    deps.count(outcome);
    if (outcome === 'later') isWhole = false;
    else doneHashes.push(hash);
  }
  if (isWhole) return removeMail(deps.db, mail.noticeId);
  if (mail.attempts >= attemptsMax) {
    deps.count('dropped');
    deps.log.error(
      { type: mail.notice.type, attempts: mail.attempts },
      'mail dropped after the last attempt',
    );
    return removeMail(deps.db, mail.noticeId);
  }
  const dueAt = new Date(deps.clock.nowMillis() + pauseMillis(deps.ids, mail.attempts));
  return postponeMail(deps.db, mail.noticeId, { doneHashes, dueAt });
}

async function isOneTooMany({ db }: DeliveryDeps, mail: WaitingMail): Promise<boolean> {
  const pid = causedBy(mail.notice);
  if (pid === null) return (await countBefore(db, mail)) >= mailsPerTypeAndDay;
  const before = await countByPlayerBefore(db, mail, { pid, perPlayer: mailsPerPlayerAndDay });
  return before.ofPlayer >= mailsPerPlayerAndDay || before.mailed >= mailsOfPlayersPerDay;
}

/** The other player who can cause notices of this type as often as they want. */
function causedBy({ type, data }: AnyNotice): string | null {
  if (type === 'family.asked' || type === 'family.allowance_approved' || type === 'family.login_refused')
    return data.child;
  return type === 'app.invitation' ||
    type === 'recovery.help_asked' ||
    type === 'recovery.guardian_named' ||
    type === 'recovery.guardian_dropped'
    ? data.pid
    : null;
}

async function send(
  deps: DeliveryDeps,
  recipient: Recipient,
  mail: WaitingMail,
  address: string,
): Promise<Sending> {
  return deps.transport.send(
    address,
    composeMail({
      notice: mail.notice,
      at: mail.at,
      pid: recipient.pid,
      locale: mail.locale ?? recipient.locale,
      baseUrl: deps.baseUrl,
      timeZone: deps.timeZone,
      notMeToken: await issueToken(deps, mail),
    }),
  );
}

/** A new token for every attempt and every address, so that the plain token exists only in the mailbox. */
async function issueToken(deps: DeliveryDeps, mail: WaitingMail): Promise<string | null> {
  if (!hasLink(mail)) return null;
  const token = deps.ids.token();
  const issued = await insertNotMeToken(deps.db, {
    hash: sha256(token),
    identityId: mail.identityId,
    expiresAt: new Date(deps.clock.nowMillis() + tokenTtlMillis),
    about: mail.at,
  });
  return issued ? token : null;
}

/**
 * After a deletion there is nothing to freeze, and notices about incoming money, freezes, paused apps and actions of
 * other members need no freeze.
 */
const withoutLink: ReadonlySet<string> = new Set([
  'identity.deleted',
  'freeze.begun',
  'freeze.lifted',
  ...incomingTypes,
  'app.paused',
  'app.resumed',
  'app.invitation',
  'app.member_left',
  'app.membership_ended',
]);

function hasLink({ notice }: WaitingMail): boolean {
  return !withoutLink.has(notice.type);
}

const addressPattern = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,190}$/;

/**
 * Removes duplicates and values that are not a single address: a value from a provider must not inject mail
 * headers or further recipients.
 */
function addressesOf(recipient: Recipient, mail: WaitingMail): string[] {
  return [...new Set([...recipient.addresses, ...mail.lostAddresses])].filter((address) =>
    addressPattern.test(address),
  );
}

/** The pause doubles with every attempt, up to about an hour in total. */
function pauseMillis(ids: Ids, attempts: number): number {
  return jittered(firstPauseMillis * 2 ** (attempts - 1), ids);
}
