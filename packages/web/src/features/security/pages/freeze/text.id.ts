import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pembekuan akun',
  frozenLead: 'Dibekukan lewat tautan “Ini bukan aku” dari email untukmu, atau lewat tombol di halaman ini.',
  until: 'Otomatis berakhir',
  stoppedTitle: 'Dibekukan sampai saat itu',
  stopped: [
    'mengirim uang, mengonfirmasi pembayaran, dan pembayaran otomatis',
    'pencairan aplikasimu dan rahasia aplikasi baru',
    'menautkan dan melepas akun tertaut, menyetujui passkey, dan pemulihan',
    'menaikkan batas dan menghapus identitas',
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
  begin: 'Bekukan akunku',
  beginBody:
    'Khawatir ada yang memegang ponsel atau akun tertautmu? Bekukan akunmu selama 72 jam. Ini bisa dilakukan sekali dalam tujuh hari.',
  beginTitle: 'Bekukan akunmu selama 72 jam?',
  beginWarning:
    'Semua perangkat dikeluarkan, termasuk yang ini. Untuk mencabutnya lebih awal, kamu perlu masuk dengan akun tertaut dan punya passkey.',
  begun: 'Akunmu dibekukan. Semua perangkat dikeluarkan, termasuk yang ini.',
  signIn: 'Masuk lagi',
  security: 'Periksa passkey dan akunmu',
};
