import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pembekuan akun',
  frozenLead: 'Ada yang memakai tautan “Ini bukan aku” dari email untukmu.',
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
    'dompetmu, karena ada di blockchain',
  ],
  liftTitle: 'Cabut sekarang',
  lift: 'Kalau semuanya aman, kamu bisa mencabutnya sekarang. Perlu dua-duanya: masuk dengan akun tertaut dalam sepuluh menit terakhir, dan salah satu passkey-mu. Setelah itu, tautan di email sebelumnya tidak berlaku lagi.',
  liftButton: 'Cabut pembekuan',
  lifted: 'Pembekuan dicabut',
  noPasskey:
    'Kamu tidak punya passkey yang bisa mengonfirmasi ini, jadi tunggu sampai pembekuan otomatis berakhir. Passkey yang ditambahkan sekarang baru bisa mengonfirmasi nanti, karena penyerang juga bisa menambahkannya.',
  nothingTitle: 'Tidak ada yang dibekukan',
  nothing: 'Semuanya berjalan seperti biasa.',
  security: 'Periksa passkey dan akunmu',
};
