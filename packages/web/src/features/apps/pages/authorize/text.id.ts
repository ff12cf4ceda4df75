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
    'Game yang mengirimmu ke sini meminta dengan cara yang tidak bisa kami percaya, jadi tidak ada yang dibagikan dan kami tidak mengirimmu kembali. Tutup jendela ini dan beri tahu gamenya.',
  brokenDetail: 'Untuk pengembang game:',
};
