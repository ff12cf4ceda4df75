import type { AskText } from './text.en.ts';

export const text: AskText = {
  title: 'Buat pembayaran',
  body: 'Membuat tautan untuk kamu kirim ke pemain. Uangnya masuk ke aplikasi.',
  reference: 'Referensi',
  referenceHint: 'Referensi dari sistemmu.',
  description: 'Keterangan',
  descriptionHint: 'Pemain melihatnya sebelum membayar.',
  amount: 'Jumlah',
  link: 'Salin tautan bayar',
  make: 'Buat tautan',
  flaw: 'Isi semua kolom. Jumlahnya minimal Rp1.',
  made: 'Tautannya siap. Bisa dibayar selama satu hari.',
};
