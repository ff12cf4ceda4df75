import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pemberitahuan',
  lead: 'Apa yang terjadi pada identitasmu. Kalau ada yang bukan kamu, segera tangani.',
  markRead: 'Tandai semua sudah dibaca',
  marked: 'Semua ditandai sudah dibaca',
  unread: 'Baru',
  emptyTitle: 'Belum ada apa-apa',
  emptyBody:
    'Kalau passkey ditambahkan, login ditautkan, atau perangkat baru masuk, kamu membacanya di sini.',
};
