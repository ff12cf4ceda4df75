import { pushText } from '../../parts/push/text.id.ts';
import { noticeText } from '../../parts/notices/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  notice: noticeText,
  push: pushText,
  title: 'Pemberitahuan',
  lead: 'Apa yang terjadi pada identitas dan saldomu. Kalau ada yang bukan kamu, segera bertindak.',
  markRead: 'Tandai semua sudah dibaca',
  marked: 'Semua ditandai sudah dibaca',
  unread: 'Baru',
  emptyTitle: 'Belum ada pemberitahuan',
  emptyBody:
    'Kalau passkey ditambahkan, akun ditautkan, perangkat baru masuk, atau uang masuk, kamu melihatnya di sini.',
};
