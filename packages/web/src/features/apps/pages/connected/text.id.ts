import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Game dan aplikasi',
  lead: 'Game dan aplikasi yang kamu masuki. Masing-masing boleh membaca nama, profil, saldo, dan mutasimu selama 30 hari sejak terakhir masuk.',
  emptyTitle: 'Belum ada game atau aplikasi',
  emptyBody: 'Saat kamu masuk ke game dengan PID, game itu muncul di sini dan bisa kamu putuskan kapan saja.',
  connected: 'Terhubung',
  lastLogin: 'Terakhir masuk',
  paused: 'Dijeda',
  pausedHint: 'PID menjedanya: tidak ada yang dibaca dan tidak ada uang yang lewat.',
  end: 'Putuskan',
  endTitle: (name) => `Putuskan ${name}?`,
  endBody:
    'Aksesnya ke datamu langsung hilang. Yang sudah diketahuinya tidak bisa diambil kembali. Kamu bisa masuk lagi kapan saja.',
  ended: (name) => `${name} diputus.`,
};
