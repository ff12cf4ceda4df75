import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Terima uang',
  lead: 'Tunjukkan kodenya atau kirim tautannya. Pengirim membukanya, melihat namamu, lalu membayar.',
  amount: 'Jumlah (opsional)',
  amountHint: 'Kosongkan supaya pengirim yang menentukan.',
  note: 'Pesan (opsional)',
  noteHint: 'Pengirim melihatnya dan bisa mengubahnya.',
  code: (pid) => `Kode QR untuk mengirim uang ke ${pid}`,
  unreadable: 'Kodenya muncul kalau jumlahnya bisa dibaca.',
  link: 'Tautan',
  copy: 'Salin tautan',
  share: 'Bagikan',
  card: 'Halaman publikmu',
};
