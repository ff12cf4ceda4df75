import type { LinkText } from './link-text.en.ts';

export const text: LinkText = {
  from: (app) => `Kamu datang dari ${app}`,
  back: (origin) => `Setelah ini kamu kembali ke ${origin}.`,
  stay: 'Setelah ini kamu tetap di sini.',
  unverified: 'Siapa pun bisa membuat tautan seperti ini. Lanjutkan hanya kalau kamu tahu asalnya.',
  cancel: (app) => `Batal dan kembali ke ${app}`,
  goBack: (app) => `Kembali ke ${app}`,
  brokenTitle: 'Tautan ini rusak',
  brokenBody: 'Tidak ada yang dipotong. Kembali ke aplikasinya dan beri tahu pengembangnya.',
  brokenDetail: 'Untuk pengembang:',
  pausedTitle: (app) => `${app} sedang dijeda`,
  pausedBody: 'Uang tidak bisa lewat aplikasi ini untuk sementara. Tidak ada yang dipotong.',
  flaws: {
    to: 'to harus berbentuk nama@pid',
    amount: 'amount harus rupiah bulat dalam angka, misalnya 25000',
    note: 'note paling panjang 140 karakter, tanpa karakter kendali',
  },
  fixed: 'Ditentukan aplikasi',
};
