import type { Text } from './rupiah-offer.en.ts';

export const text: Text = {
  title: (price) => `Aktifkan seharga ${price}`,
  body: 'Tanpa SOL: PID yang membayar ke blockchain. Kamu bayar sekali dari saldo rupiahmu. Kalau aktivasi tidak berhasil, uangnya kembali.',
  price: 'Harga',
  balance: 'Saldomu',
  poorTitle: 'Saldomu tidak cukup',
  poorBody: (missing) => `Kurang ${missing}. Setelah isi saldo, kamu kembali ke sini.`,
  topUp: 'Isi saldo',
  submit: (price) => `Aktifkan seharga ${price}`,
  ownSol: 'Atau kirim SOL sendiri',
};
