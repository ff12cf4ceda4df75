import type { Queryable, Tx } from '../platform/db/index.ts';

/** Deletes all rows of this slice about an identity. */
export async function eraseNotices(tx: Tx, identityId: string): Promise<void> {
  for (const table of [
    'notices',
    'notice_mails',
    'notice_pushes',
    'push_subscriptions',
    'notice_choices',
    'not_me_tokens',
    'freezes',
    'known_devices',
    'told_money',
  ])
    await tx.query(`delete from ${table} where identity_id = $1`, [identityId]);
}

export async function exportNotices(db: Queryable, identityId: string) {
  const { rows } = await db.query<{
    notices: unknown;
    devices: unknown;
    pushDevices: unknown;
    mailsIncomingFrom: unknown;
    freeze: unknown;
  }>(
    `select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'at', at, 'readAt', read_at, 'data', notice_data(type, data)) order by id), '[]')
             from notices where identity_id = $1) as notices,
            (select coalesce(jsonb_agg(jsonb_build_object('firstSeenAt', first_seen_at, 'lastSeenAt', last_seen_at) order by first_seen_at), '[]')
             from known_devices where identity_id = $1) as devices,
            (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'endpoint', endpoint, 'language', language, 'showDetails', show_details, 'addedAt', created_at) order by created_at), '[]')
             from push_subscriptions where identity_id = $1) as "pushDevices",
            (select to_jsonb(mails_incoming_from) from notice_choices where identity_id = $1) as "mailsIncomingFrom",
            (select jsonb_build_object('frozenAt', frozen_at, 'until', until) from freezes where identity_id = $1) as freeze`,
    [identityId],
  );
  return rows[0]!;
}
