import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Main tanpa ditanya terus',
  ask: (app) => `Izinkan ${app} menjalankan langkahmu?`,
  until: (hours) =>
    `Selama ${hours} jam browser ini boleh menjalankan langkahmu di satu game ini, tanpa bertanya setiap kali.`,
  never: 'Game tidak pernah bisa menyentuh dompet, uang, atau namamu.',
  ends: 'Berakhir sendiri saat waktunya habis, saat gamenya diubah, atau saat kamu mengakhirinya.',
  free: 'Kamu tidak membayar apa pun untuk langkahmu.',
  allow: 'Izinkan dengan passkey',
  deny: 'Tidak',
  inactive: 'Dompetmu belum aktif. Aktifkan dulu; dari sana ada tautan kembali ke sini.',
  toWallet: 'Ke dompetmu',
  unknownGame: 'PID tidak mengenal game ini, jadi sesi tidak bisa dibuka. Tidak ada yang dibagikan.',
  brokenTitle: 'Tautan ini rusak',
  brokenBody:
    'Game yang mengirimmu ke sini meminta dengan cara yang tidak bisa kami percaya. Tutup jendela ini dan beri tahu gamenya.',
};
