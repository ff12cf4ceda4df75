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
  wallet: {
    title: (app) => `Siapkan dompetmu untuk ${app}`,
    body: 'Sekali saja: game ini dimainkan dengan dompetmu. Satu sentuhan tiap langkah, lalu main.',
    passkey: 'Buat passkey',
    activate: 'Aktifkan dompet',
    allow: 'Izinkan game bermain',
    free: (app) => `Gratis untuk pemain ${app}: PID yang bayar.`,
    own: 'Dibayar sekali, dari isi dompetmu.',
    needsSol: (amount) =>
      `Dompetmu kurang ${amount}. Kirim dari bursa kripto atau dompet lain, atau minta teman yang punya SOL.`,
    exhausted: 'Jatah aktivasi gratis hari ini habis. Coba lagi besok, atau bayar sendiri.',
    fund: 'Ke dompetmu',
    tooNew: 'Passkey-mu masih terlalu baru',
    tooNewFrom: 'Bisa menjaga dompet mulai',
    tooNewBody: 'Mau main sekarang? Hapus passkey itu di Keamanan, masuk lagi, lalu buat yang baru.',
    wait: 'Ke Keamanan',
  },
  unknownGame: 'PID tidak mengenal game ini, jadi sesi tidak bisa dibuka. Tidak ada yang dibagikan.',
  brokenTitle: 'Tautan ini rusak',
  brokenBody:
    'Game yang mengirimmu ke sini meminta dengan cara yang tidak bisa kami percaya. Tutup jendela ini dan beri tahu gamenya.',
};
