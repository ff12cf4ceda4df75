import type { PushText } from './text.en.ts';

export const pushText: PushText = {
  title: 'Pengaturan pemberitahuan',
  device: 'Pemberitahuan di perangkat ini',
  deviceHint: 'Untuk uang masuk, pembayaran, dan peringatan keamanan, juga saat PID tertutup.',
  states: {
    on: 'Nyala',
    off: 'Mati',
    blocked: 'Diblokir browser',
    unsupported: 'Tidak bisa di browser ini',
    install: 'Perlu dipasang di Layar Utama',
    offline: 'Dimatikan oleh layanan ini',
  },
  blocked:
    'Browsermu memblokir pemberitahuan dari PID. Buka pengaturan situs ini (ikon di samping alamatnya), izinkan pemberitahuan, lalu muat ulang halaman ini.',
  unsupported:
    'Browser ini tidak bisa menerima pemberitahuan, atau kamu memakai jendela privat. Semua pemberitahuan tetap ada di halaman ini.',
  install:
    'Di iPhone dan iPad, tambahkan dulu PID ke Layar Utama: Bagikan, lalu “Tambahkan ke Layar Utama”. Buka PID dari sana.',
  offline:
    'Layanan ini tidak mengirim pemberitahuan ke perangkat. Semua pemberitahuan tetap ada di halaman ini.',
  details: 'Tampilkan nama dan jumlah',
  detailsHint: 'Siapa pun yang melihat layarmu bisa membacanya, juga di layar kunci.',
  others: (count) => `${count} perangkatmu yang lain juga mendapat pemberitahuan.`,
  turnedOn: 'Pemberitahuan menyala di perangkat ini',
  turnedOff: 'Pemberitahuan mati di perangkat ini',
  failed:
    'Layanan pemberitahuan browsermu tidak bisa dijangkau. Periksa koneksi lalu coba lagi, atau pakai browser lain.',
  mail: 'Kirim email kalau ada uang masuk',
  mailHint: 'Email soal keamanan dan uang keluar selalu dikirim.',
  mailNone: 'Layanan ini tidak mengirim email.',
  saved: 'Tersimpan',
  offerTitle: 'Mau langsung tahu kalau uangmu bergerak?',
  offerBody:
    'PID bisa memberi tahu di perangkat ini kalau ada uang masuk, pembayaran, atau peringatan keamanan. Kamu bisa mematikannya kapan saja.',
  offerYes: 'Beri tahu aku',
  offerNo: 'Nanti saja',
};

export const text: PushText = pushText;
