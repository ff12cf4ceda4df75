import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pembayaran otomatis',
  ask: (app) => `Izinkan ${app} menagihmu?`,
  noOrigin: 'Setelah memutuskan, kamu tetap di halaman ini.',
  unverifiedHint: 'PID belum memeriksa siapa di baliknya. Izinkan hanya kalau kamu kenal aplikasi ini.',
  as: 'Kamu membayar sebagai',
  otherAccount: 'Pakai akun lain',
  what: 'Untuk',
  limit: 'Paling banyak',
  perPeriod: {
    day: (amount) => `${amount} per hari`,
    week: (amount) => `${amount} per minggu`,
    month: (amount) => `${amount} per bulan`,
  },
  counted: {
    day: 'Sudah termasuk biaya. Hari baru dimulai tengah malam.',
    week: 'Sudah termasuk biaya. Minggu baru dimulai hari Senin.',
    month: 'Sudah termasuk biaya. Bulan baru dimulai tanggal 1.',
  },
  until: 'Berakhir pada',
  explain: (app) =>
    `${app} lalu bisa mengambil uang dari saldomu tanpa bertanya setiap kali, sampai jumlah ini. Pengembalian uang tidak menambahnya. Kamu bisa mengakhirinya kapan saja di “Game dan aplikasi”; yang sudah dibayar tetap terbayar.`,
  allow: { day: 'Izinkan tiap hari', week: 'Izinkan tiap minggu', month: 'Izinkan tiap bulan' },
  decline: 'Tolak',
  lost: 'Tidak ada jawaban. Tekan lagi: tidak akan terjadi dua kali.',
  noPasskeyTitle: 'Kamu perlu passkey untuk ini',
  noPasskeyBody:
    'Passkey membuktikan bahwa ini kamu: dengan sidik jari, wajah, atau kunci layar perangkat ini.',
  addPasskey: 'Buat passkey',
  tooNew: 'Passkey-mu masih terlalu baru',
  tooNewFrom: 'Bisa menyetujui mulai',
  tooNewBody: 'Mau mengizinkan sekarang? Masuk lagi, hapus passkey itu di Keamanan, lalu buat yang baru.',
  goneTitle: 'Tidak ada yang perlu diizinkan',
  goneBody: (pid) => `Kamu masuk sebagai ${pid}. Permintaan ini untuk akun lain, atau tautannya salah.`,
  pausedTitle: (app) => `${app} sedang dijeda`,
  pausedBody:
    'Untuk sementara, aplikasi ini tidak bisa menagih siapa pun. Tidak ada yang dipotong dari saldomu.',
  declineAndBack: (app) => `Tolak dan kembali ke ${app}`,
  outcomes: {
    active: { title: 'Diizinkan', body: (limit, app) => `${app} bisa menagihmu paling banyak ${limit}.` },
    declined: { title: 'Ditolak', body: (_limit, app) => `${app} tidak bisa menagihmu.` },
    ended: {
      title: 'Izin ini sudah berakhir',
      body: (_limit, app) => `${app} tidak bisa lagi menagihmu tanpa bertanya.`,
    },
    lapsed: {
      title: 'Permintaan ini kedaluwarsa',
      body: (_limit, app) => `Tidak ada yang diizinkan. Kembali ke ${app} dan mulai lagi.`,
    },
  },
  back: (app) => `Kembali ke ${app}`,
  connected: 'Lihat game dan aplikasi',
};
