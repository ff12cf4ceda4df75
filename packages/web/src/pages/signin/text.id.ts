import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Masuk',
  lead: 'Baru di sini? Mulai dengan salah satu cara ini, lalu pilih nama pemainmu.',
  welcomeBack: (pid) => `Selamat datang kembali, ${pid}`,
  continueAs: 'Lanjut',
  otherAccount: 'Pakai akun lain',
  passkey: 'Masuk dengan passkey',
  passkeyHint: 'Sidik jari, wajah, atau kunci layar perangkat yang pernah kamu pakai.',
  passkeyRefused:
    'Passkey itu tidak dikenal di sini. Pakai cara lain untuk masuk; passkey bisa ditambahkan setelahnya.',
  passkeyCancelled: 'Passkey tidak dipakai. Coba lagi, atau pilih cara lain untuk masuk.',
  passkeyMissing: 'Peramban ini tidak mendukung passkey. Pakai cara lain.',
  or: 'atau',
  provider: (name) => `Lanjut dengan ${name}`,
  providers: 'Cara lain untuk masuk',
  noProviders: 'Belum ada cara masuk lain di layanan ini.',
  promise: 'Kami hanya membaca nama dan alamat emailmu dari sana, dan tidak memposting apa pun.',
};
