import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Masuk ke game',
  ask: (app) => `Masuk ke ${app}`,
  as: 'Kamu masuk sebagai',
  otherAccount: 'Pakai akun lain',
  allow: 'Izinkan',
  deny: 'Tolak',
  unverifiedHint: 'PID belum memeriksa siapa di baliknya. Lanjutkan hanya kalau kamu kenal alamat ini.',
  pausedTitle: (app) => `${app} sedang dijeda`,
  pausedBody:
    'Untuk sementara PID menghentikan login dan pembayaran lewat aplikasi ini. Akun dan uangmu aman. Coba lagi nanti.',
  back: (app) => `Kembali ke ${app}`,
  brokenTitle: 'Tautan masuk ini rusak',
  brokenBody:
    'Permintaan dari game ini tidak bisa kami percaya, jadi tidak ada yang dibagikan dan kami tidak mengirimmu kembali. Tutup jendela ini dan beri tahu pengembang game.',
  brokenDetail: 'Untuk pengembang:',
};
