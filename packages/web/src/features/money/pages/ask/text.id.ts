import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Terima uang',
  lead: 'Tunjukkan kodenya atau kirim tautannya. Yang membukanya melihat namamu dan memutuskan sendiri.',
  amount: 'Jumlah (opsional)',
  amountHint: 'Kosongkan kalau pengirim yang menentukan.',
  amountFlaw: 'Jumlah ini tidak terbaca.',
  note: 'Pesan (opsional)',
  noteHint: 'Muncul di formulir pengirim, dan boleh diubah.',
  code: (pid) => `Kode QR untuk mengirim uang ke ${pid}`,
  link: 'Tautan',
  copy: 'Salin tautan',
  share: 'Bagikan',
  card: 'Halaman publikmu',
};
