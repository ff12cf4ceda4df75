import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pembekuan',
  frozenLead: 'Seseorang yang memegang tautan dari salah satu emailmu berkata “ini bukan aku”.',
  until: 'Otomatis berakhir',
  stoppedTitle: 'Dibekukan sampai saat itu',
  stopped: [
    'mengirim uang dan mengonfirmasi pembayaran',
    'pencairan aplikasimu dan rahasia aplikasi baru',
    'melepas akun tertaut, menaikkan batas, dan menghapus identitas',
  ],
  freeTitle: 'Tidak dibekukan',
  free: [
    'melihat semuanya dan masuk',
    'mengeluarkan perangkat, menghapus passkey, menolak permintaan',
    'dompetmu: itu ada di blockchain dan milikmu',
  ],
  liftTitle: 'Cabut sekarang',
  lift: 'Kalau semuanya aman, cabut dengan keduanya: masuk dalam sepuluh menit terakhir dan salah satu passkey-mu. Semua tautan di email sebelumnya lalu tidak berlaku.',
  liftButton: 'Cabut pembekuan',
  lifted: 'Pembekuan dicabut',
  noPasskey:
    'Kamu tidak punya passkey yang bisa mengonfirmasi ini, jadi tunggu sampai pembekuan otomatis berakhir. Passkey yang ditambahkan sekarang baru berlaku nanti, karena orang yang mengganggumu bisa menambahkannya juga.',
  nothingTitle: 'Tidak ada yang dibekukan',
  nothing: 'Semuanya berjalan seperti biasa.',
  security: 'Periksa passkey dan akunmu',
};
