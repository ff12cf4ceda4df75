import { pushText } from '../../parts/push/text.en.ts';
import { noticeText } from '../../parts/notices/text.en.ts';

export const text = {
  notice: noticeText,
  push: pushText,
  title: 'Notices',
  lead: 'What happened to your identity and your balance. If something was not you, act right away.',
  markRead: 'Mark all as read',
  marked: 'All are marked as read',
  unread: 'New',
  emptyTitle: 'No notices yet',
  emptyBody:
    'When a passkey is added, a login is linked, a new device signs in or money arrives, you see it here.',
};

export type Text = typeof text;
