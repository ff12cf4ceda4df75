import type { CameBackText } from './came-back.en.ts';

export const text: CameBackText = {
  pendingTitle: 'Menunggu pembayaran',
  pendingBody: (amount) => `${amount} belum masuk. Halaman ini otomatis berubah begitu uangnya masuk.`,
  pendingOpen: 'Lanjut membayar',
  failedTitle: 'Belum dibayar',
  failedBody: 'Tidak ada yang ditagih. Kamu bisa coba lagi.',
  again: 'Coba lagi',
  paidTitle: 'Isi saldo sudah masuk',
  setAsideTitle: 'Uangmu aman di kami',
  setAsideBody: (amount) =>
    `${amount} sudah kami terima, tetapi tidak bisa masuk ke saldomu. Bantuan PID akan menambahkannya atau mengirimnya kembali.`,
  paidBody: (amount) => `${amount} sudah masuk ke saldomu.`,
};
