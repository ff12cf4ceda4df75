import type { DeskText } from './text.en.ts';

export const deskText: DeskText = {
  activityTitle: 'Aktivitas',
  activityBody: 'Disimpan 30 hari: operasi dan hasilnya, tanpa data pemain.',
  loginsTitle: 'Login per hari',
  logins: (total) => `${total} login dalam 30 hari`,
  loginsLabel: (total, day, most) =>
    total === 0
      ? 'Belum ada login dalam 30 hari'
      : `${total} login dalam 30 hari, terbanyak pada ${day}: ${most}`,
  requestsTitle: 'Permintaan terakhir',
  requestsNone: 'Belum ada permintaan. Nanti muncul di sini dalam hitungan detik.',
  refusedOnly: 'Hanya yang ditolak',
  showAll: (count) => `Tampilkan semua ${count}`,
  reload: 'Muat lagi',
  when: 'Waktu',
  request: 'Permintaan',
  outcome: 'Hasil',
  requestId: 'ID permintaan',
  caller: { app: 'Servermu', player: 'Untuk pemain', unproven: 'Belum terbukti kamu' },
  more: 'Aplikasimu bisa membaca peristiwanya (pembayaran, koneksi) sebagai feed:',
  eventsLink: 'cara membaca peristiwa',
  errorsLink: 'arti kode-kodenya',
  verificationTitle: 'Verifikasi',
  verificationBody:
    'Aplikasi terverifikasi menampilkan lencana saat pemain masuk, dan mereka tidak membayar biaya layanan lewat aplikasi itu. PID memeriksa siapa kamu dan bagaimana kamu memakai data.',
  about: 'Tentang kamu dan aplikasinya',
  aboutHint:
    'Siapa kamu, cara menghubungimu, dan bagaimana aplikasi memakai data yang dibaca. Minimal 20 karakter.',
  ask: 'Ajukan verifikasi',
  askAgain: 'Ajukan lagi',
  change: 'Ubah pengajuanmu',
  asked: 'Sudah diajukan. Kami beri tahu hasilnya nanti.',
  pending: 'PID sedang memeriksanya',
  pendingSince: 'Diajukan',
  refused: 'Pengajuan ditolak',
  verified: 'Aplikasi ini terverifikasi',
  verifiedBody:
    'Verifikasi hilang kalau nama, logo, atau alamat berganti, login perangkat dinyalakan, atau biaya dinaikkan.',
  secretTwo: 'Dua rahasia berlaku sekarang',
  secretTwoBody:
    'Yang lama otomatis berakhir. Kamu bisa mengakhirinya sekarang kalau semua servermu sudah memakai yang baru.',
  secretEnds: 'Yang lama berakhir',
  secretEnd: 'Akhiri rahasia lama sekarang',
  secretEndTitle: 'Akhiri rahasia lama sekarang?',
  secretEndBody: 'Server yang masih memakainya, beserta tokennya, langsung ditolak.',
  secretEnded: 'Rahasia lama sudah berakhir.',
};
