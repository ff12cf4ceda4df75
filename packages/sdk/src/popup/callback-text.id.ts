import type { Text } from './callback-text.en.ts';

export const text: Text = {
  done: { title: 'Selesai', body: 'Jendela ini boleh ditutup. Game otomatis berlanjut.' },
  notTaken: {
    title: 'Selesai',
    body: 'Kamu boleh menutup jendela ini dan kembali ke game. Kalau game sudah tidak terbuka, lanjutkan di sini.',
  },
  unknownSignIn: {
    title: 'Proses masuk sudah kedaluwarsa',
    body: 'Proses ini dimulai di browser lain atau sudah terlalu lama. Kembali ke game, lalu masuk lagi.',
  },
  unknownPayment: {
    title: 'Kembali ke game',
    body: 'PID memberi tahu game tentang keputusanmu. Yang sudah kamu bayar atau izinkan ada di sana.',
  },
  back: 'Buka game',
  onward: 'Lanjutkan di sini',
};
