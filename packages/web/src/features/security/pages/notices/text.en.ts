export const text = {
  title: 'Notices',
  lead: 'What happened to your identity. If something was not you, see to it right away.',
  markRead: 'Mark all as read',
  marked: 'All are marked as read',
  unread: 'New',
  emptyTitle: 'Nothing yet',
  emptyBody: 'When a passkey is added, a login is linked or a new device signs in, you read it here.',
};

export type Text = typeof text;
