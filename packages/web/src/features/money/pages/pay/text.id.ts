import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Bayar aplikasi',
  ask: (app) => `Bayar ${app}`,
  noOrigin: 'Setelah membayar, kamu tetap di halaman ini.',
  unverifiedHint: 'PID belum memeriksa siapa di baliknya. Bayar hanya kalau kamu kenal aplikasi ini.',
  as: 'Kamu membayar sebagai',
  otherAccount: 'Pakai akun lain',
  to: 'Penerima',
  toApp: (app) => `${app} sendiri`,
  price: 'Harga',
  fee: 'Biaya layanan',
  noFee: 'Gratis di aplikasi ini',
  appFee: 'Biaya aplikasi',
  details: 'Harga dan biaya',
  left: 'Sisa saldomu',
  heldHint:
    'Uangnya ditahan dulu. Kalau aplikasi tidak memenuhi pesanan tepat waktu, uangmu otomatis kembali, termasuk biayanya.',
  heldUntil: 'Otomatis kembali paling lambat:',
  poorTitle: 'Saldomu tidak cukup',
  poorBody: (missing) => `Kurang ${missing}. Isi saldo dulu, lalu kamu kembali ke sini untuk membayar.`,
  roundedUp: (min) => `Isi saldo paling sedikit ${min}; sisanya tetap di saldomu.`,
  inParts: (max) => `Sekali isi saldo paling banyak ${max}, jadi kamu perlu mengisi lebih dari sekali.`,
  failedTitle: 'Isi saldo tidak berhasil',
  failedBody: (missing) =>
    `Tidak ada yang ditagih. Masih kurang ${missing}; coba lagi atau bayar dengan cara lain.`,
  fullTitle: 'Saldomu tidak bisa menampung sebanyak itu',
  fullBody:
    'Bersama isi saldo yang belum selesai, pembayaran ini butuh lebih dari batas saldo. Tidak ada yang ditagih.',
  toppedUpTitle: 'Saldo sudah terisi',
  toppedUpBody: (item) => `Tinggal satu langkah: bayar ${item}.`,
  moneySetAside: (amount) =>
    `${amount} yang kamu isi sudah kami terima, tetapi tidak bisa masuk ke saldomu. Bantuan PID akan menambahkannya atau mengirimnya kembali.`,
  moneyKept: (amount) => `${amount} yang kamu isi ada di saldomu.`,
  moneyComes: (amount) => `Kalau isi saldo ${amount} tetap kamu bayar, uangnya masuk ke saldomu.`,
  pendingTitle: 'Isi saldomu sedang diproses',
  pendingBody: (amount) =>
    `${amount} belum masuk. Biarkan halaman ini terbuka: begitu uangnya masuk, kamu bisa langsung lanjut.`,
  pendingOpen: 'Lanjut isi saldo',
  topUp: (amount) => `Isi saldo ${amount}`,
  pay: 'Bayar',
  askParent: 'Minta orang tua',
  parentAsked: 'Orang tuamu sudah diberi tahu. Kalau salah satu menyetujui, tekan lagi tombol bayar.',
  decline: 'Tolak',
  lost: 'Tidak ada jawaban. Tekan lagi: kamu tidak akan membayar dua kali.',
  goneTitle: 'Pembayaran tidak ditemukan',
  goneBody: (pid) =>
    `Kamu masuk sebagai ${pid}. Pembayaran ini untuk akun lain, sudah dibayar orang lain, atau tautannya salah.`,
  pausedTitle: (app) => `${app} sedang dijeda`,
  pausedBody:
    'Untuk sementara, kamu tidak bisa membayar lewat aplikasi ini. Tidak ada yang dipotong dari saldomu.',
  outcomes: {
    paid: { title: 'Terbayar', body: (total, app) => `${total} sudah dibayarkan ke ${app}.` },
    held: {
      title: 'Uang ditahan',
      body: (total, app) => `${total} ditahan untuk ${app} sampai pesananmu dipenuhi.`,
    },
    refunded: { title: 'Dikembalikan', body: (_total, app) => `${app} sudah mengembalikan uangmu.` },
    void: {
      title: 'Uang kembali',
      body: (total, app) => `${total} kembali ke saldomu; ${app} tidak mengambil apa pun.`,
    },
    declined: { title: 'Ditolak', body: (_total, app) => `Kamu tidak membayar apa pun ke ${app}.` },
    expired: {
      title: 'Pembayaran kedaluwarsa',
      body: (_total, app) => `Tidak ada yang dipotong. Kembali ke ${app} dan mulai lagi.`,
    },
    cancelled: {
      title: 'Pembayaran dibatalkan',
      body: (_total, app) => `${app} membatalkan pembayaran ini. Tidak ada yang dipotong.`,
    },
  },
  declineAndBack: (app) => `Tolak dan kembali ke ${app}`,
  back: (app) => `Kembali ke ${app}`,
  money: 'Lihat saldo',
};
