import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Aplikasimu',
  lead: 'Game dan layananmu tempat pemain masuk dengan PID.',
  register: 'Daftarkan aplikasi',
  guide: 'Baca panduan lima menit',
  emptyTitle: 'Belum ada aplikasi',
  emptyBody: 'Daftarkan game-mu, salin beberapa baris, dan pemain masuk dengan nama yang sudah mereka punya.',
  origins: (count) => `${count} origin`,
  localOnly: 'Hanya berjalan di localhost',
};
