import type { Queryable } from '../../platform/db/index.ts';

export interface DevelopmentMail {
  readonly id: bigint;
  readonly at: Date;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const kept = 200;

export async function insertDevelopmentMail(db: Queryable, mail: Omit<DevelopmentMail, 'id'>): Promise<void> {
  await db.query(
    `with added as (insert into development_mails (at, address, subject, text, html) values ($1, $2, $3, $4, $5) returning id)
     delete from development_mails where id <= (select id from added) - $6`,
    [mail.at, mail.address, mail.subject, mail.text, mail.html, kept],
  );
}

export async function deleteDevelopmentMails(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from development_mails where at < $1', [before]);
}

/** Returns the mails newest first. */
export async function listDevelopmentMails(db: Queryable): Promise<DevelopmentMail[]> {
  const { rows } = await db.query<DevelopmentMail & Record<string, unknown>>(
    'select id, at, address, subject, text, html from development_mails order by id desc limit $1',
    [kept],
  );
  return rows;
}

export async function findDevelopmentMail(db: Queryable, id: string): Promise<DevelopmentMail | null> {
  const { rows } = await db.query<DevelopmentMail & Record<string, unknown>>(
    'select id, at, address, subject, text, html from development_mails where id = $1',
    [id],
  );
  return rows[0] ?? null;
}
