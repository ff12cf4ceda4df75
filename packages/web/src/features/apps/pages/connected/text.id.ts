import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Game dan aplikasi',
  lead: 'Game dan aplikasi yang kamu masuki. Masing-masing boleh membaca nama, profil, saldo, dan mutasimu selama 30 hari sejak terakhir masuk.',
  emptyTitle: 'Tidak ada aplikasi terhubung',
  emptyBody: 'Saat kamu masuk ke game dengan PID, ia muncul di sini dan bisa kamu akhiri kapan saja.',
  connected: 'Terhubung',
  lastLogin: 'Terakhir masuk',
  paused: 'Dijeda',
  pausedHint: 'PID menjedanya: ia tidak membaca apa pun dan tidak ada uang yang lewat.',
  end: 'Putuskan',
  endTitle: (name) => `Putuskan ${name}?`,
  endBody:
    'Aksesnya ke datamu langsung hilang. Yang sudah ia ketahui tetap ada padanya. Kamu bisa masuk lagi kapan saja.',
  ended: (name) => `${name} diputus.`,
};
