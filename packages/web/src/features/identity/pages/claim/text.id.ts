import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pilih namamu',
  lead: 'Pemain dan game di mana pun mengenalmu dengan nama ini.',
  signedInWith: (provider, email) =>
    email ? `Masuk dengan ${provider} sebagai ${email}.` : `Masuk dengan ${provider}.`,
  wrongAccount: 'Salah akun?',
  have: 'Sudah punya PID? Masuk dengan akun yang pernah kamu pakai',
  timeLeft: 'Sisa waktu memilih',
  label: 'Nama pemainmu',
  hint: '3 sampai 20 huruf kecil, angka, dan garis bawah.',
  suggestions: 'Masih tersedia',
  checking: 'Memeriksa apakah masih tersedia',
  available: (handle) => `${handle}@pid masih tersedia.`,
  taken: (handle) => `${handle}@pid sudah ada pemiliknya.`,
  reserved: (handle) => `${handle}@pid dicadangkan. Pilih yang lain.`,
  unavailable: (handle) => `${handle}@pid tidak tersedia. Pilih yang lain.`,
  uncheckable: 'Kami belum bisa memeriksanya. Kamu bisa lanjut; nanti kami periksa lagi.',
  flaws: {
    empty: 'Ketik nama dulu.',
    short: 'Minimal 3 karakter.',
    long: 'Maksimal 20 karakter.',
    characters: 'Hanya huruf kecil, angka, dan garis bawah.',
  },
  placeholder: 'nama_kamu',
  cardCaption: 'Menunggumu',
  permanentTitle: 'Ini permanen',
  permanent:
    'Kamu memilihnya sekali. Nama ini tidak pernah diubah, dijual, atau diberikan ke orang lain, bahkan setelah akunmu dihapus. Nama ini publik, jadi jangan cantumkan hal pribadi.',
  continue: 'Lanjut',
  confirmTitle: (pid) => `${pid}, selamanya?`,
  confirmBody:
    'Baca sekali lagi, huruf demi huruf. Setelah ini tidak ada yang bisa mengubahnya, kami pun tidak.',
  confirm: (handle) => `Ya, ambil ${handle}`,
  confirmAndAllow: (app) => `Ambil dan izinkan ${app}`,
  confirmAndDeny: (app) => `Ambil tanpa ${app}`,
  change: 'Ganti',
  consentTitle: (app) => `Kamu sedang masuk ke ${app}`,
  consentBody: (app) =>
    `Kalau ${app} juga kamu izinkan, aplikasi ini bisa membaca yang tercantum di halaman ini selama 30 hari. Aplikasi ini tidak bisa mengirim uang atau menandatangani apa pun untukmu. Kamu bisa memutuskannya kapan saja di Game dan aplikasi.`,
  expiredTitle: 'Waktu habis',
  expiredBody:
    'Demi keamananmu, proses masuk hanya berlaku 15 menit. Belum ada nama yang diambil. Masuk lagi; hanya beberapa detik.',
  missingTitle: 'Masuk dulu',
  missingBody:
    'Tidak ada proses masuk yang menunggu nama di browser ini. Masuk dulu; kalau belum punya nama, kamu akan kembali ke sini.',
  signIn: 'Ke halaman masuk',
  done: (pid) => `Selamat datang, ${pid}!`,
};
