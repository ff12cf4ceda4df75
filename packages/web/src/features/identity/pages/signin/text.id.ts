import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Masuk',
  lead: 'Baru di sini? Lanjutkan dengan salah satu akun di bawah, lalu pilih nama pemainmu.',
  newTitle: 'Dapatkan PID-mu',
  newTitleFor: (pid) => `Masuk untuk mengambil ${pid}`,
  newLead: 'Pilih akun yang akan kamu pakai untuk masuk. Setelah itu, pilih nama pemainmu.',
  newPasskey:
    'Tanpa kata sandi. Setelahnya kamu bisa menambah passkey: sidik jari, wajah, atau kunci layarmu.',
  have: 'Aku sudah punya PID',
  toNamed: (app) => `untuk lanjut ke ${app}`,
  toGame: 'untuk lanjut ke game-mu',
  toPayment: 'untuk lanjut ke pembayaranmu',
  welcomeBack: (pid) => `Selamat datang kembali, ${pid}`,
  continueAs: 'Lanjut',
  otherAccount: 'Pakai akun lain',
  passkey: 'Masuk dengan passkey',
  passkeyRefused:
    'Passkey itu tidak dikenal di sini. Masuk dengan cara lain; passkey bisa ditambahkan setelahnya.',
  passkeyCancelled: 'Passkey tidak dipakai. Coba lagi, atau pilih cara lain untuk masuk.',
  passkeyMissing: 'Browser ini tidak mendukung passkey. Pakai cara lain.',
  or: 'atau',
  provider: (name) => `Lanjut dengan ${name}`,
  providers: 'Cara lain untuk masuk',
  lockedOut: 'Tidak bisa masuk?',
  noProviders: 'Belum ada cara masuk lain di layanan ini.',
  promise: 'Kami hanya membaca nama dan alamat emailmu dari sana, dan tidak memposting apa pun.',
  failed: {
    denied: 'Kamu membatalkan proses masuk. Tidak ada yang berubah. Pilih cara masuk.',
    closed: 'Akun itu milik identitas yang sudah dihapus selamanya. Pakai akun lain untuk mulai dari awal.',
    unavailable: 'Situs itu sedang tidak menjawab. Coba beberapa saat lagi, atau pakai cara lain.',
    other: 'Proses masuk itu terlalu lama atau terputus. Mulai lagi; hanya beberapa detik.',
  },
};
