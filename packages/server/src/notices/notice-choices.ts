import type { Reply } from '@pid/contract';
import type { Needs } from '../platform/needs.ts';
import { findMailsIncoming, writeMailsIncoming } from './choices.store.ts';

export interface ChoiceDeps extends Needs<'db' | 'clock'> {
  /** Whether this service sends mails. */
  readonly mailsOffered: boolean;
}

export async function getNoticeChoices(
  { db, mailsOffered }: ChoiceDeps,
  identityId: string,
): Promise<Reply<'getNoticeChoices'>> {
  return { mailsIncoming: (await findMailsIncoming(db, identityId)) !== null, mailsOffered };
}

export async function changeNoticeChoices(
  deps: ChoiceDeps,
  identityId: string,
  { mailsIncoming }: { readonly mailsIncoming: boolean },
): Promise<Reply<'changeNoticeChoices'>> {
  await writeMailsIncoming(deps.db, identityId, mailsIncoming ? deps.clock.now() : null);
  return getNoticeChoices(deps, identityId);
}
