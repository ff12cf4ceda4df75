import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Izinkan game bermain',
  ask: (app) => `Izinkan ${app} menjalankan langkahmu?`,
  until: (hours) =>
    `Selama ${hours} jam browser ini bisa menjalankan langkahmu di game ini, tanpa bertanya setiap kali.`,
  learnsName: (pid: string) => `Game tahu nama pemainmu, ${pid}.`,
  never: 'Game tidak pernah bisa memakai dompet, uang, atau namamu.',
  ends: 'Izin ini berakhir saat waktunya habis, saat game berubah, atau saat kamu mengakhirinya.',
  free: 'Kamu tidak membayar apa pun untuk langkahmu.',
  allow: 'Izinkan dengan passkey',
  deny: 'Tidak',
  wallet: {
    title: (app) => `Siapkan dompetmu untuk ${app}`,
    body: 'Cukup sekali, karena game ini memakai dompetmu. Tiap langkah satu sentuhan, lalu main.',
    passkey: 'Buat passkey',
    activate: 'Aktifkan dompet',
    allow: 'Izinkan game bermain',
    free: (app) => `Gratis untuk pemain ${app}: PID yang bayar.`,
    own: 'Kamu bayar sekali, dari isi dompetmu.',
    needsSol: (amount) =>
      `Dompetmu kurang ${amount}. Saat ini belum bisa dibayar dengan rupiah: coba lagi nanti, atau minta teman yang punya SOL.`,
    forRupiah: (price, missing, isShort) =>
      isShort
        ? `${price} sekali, dari saldo rupiahmu. Saldomu kurang ${missing}. Setelah isi saldo, kamu kembali ke sini.`
        : `${price} sekali, dari saldo rupiahmu.`,
    pay: (price) => `Aktifkan seharga ${price}`,
    topUp: (missing) => `Isi saldo ${missing}`,
    ownSol: 'Bayar dengan SOL saja',
    exhausted: 'Jatah aktivasi gratis hari ini habis. Coba lagi besok, atau bayar sendiri.',
    fund: 'Ke dompetmu',
    tooNew: 'Passkey-mu masih terlalu baru',
    tooNewFrom: 'Bisa menjaga dompet mulai',
    tooNewBody: 'Mau main sekarang? Masuk lagi, hapus passkey itu di Keamanan, lalu buat yang baru.',
    wait: 'Ke Keamanan',
  },
  unknownGame: 'PID tidak mengenal game ini, jadi sesi tidak bisa dibuka. Tidak ada yang dibagikan.',
  brokenTitle: 'Tautan ini rusak',
  brokenBody:
    'Permintaan dari game ini tidak bisa kami percaya. Tutup jendela ini dan beri tahu pengembang game.',
};
