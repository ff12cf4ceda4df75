import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pemain',
  send: 'Kirim uang',
  edit: 'Ubah profilku',
  own: 'Ini halamanmu, seperti yang dilihat orang lain. Bagikan ke siapa pun yang mau mengirimimu uang.',
  code: (pid) => `Kode QR halaman ${pid}`,
  shareCard: 'Bagikan kartuku sebagai gambar',
  shareCardFailed: 'Browser ini tidak bisa membuat gambarnya. Bagikan tautannya saja.',
  share: 'Bagikan',
  warning: 'Nama yang diakhiri @pid itu permanen. Cocokkan huruf demi huruf dengan orang yang kamu maksud.',
  goneTitle: 'Pemain tidak ditemukan',
  goneBody: 'Tidak ada yang punya nama ini. Periksa ejaannya.',
  home: 'Ke halaman awal',
};
