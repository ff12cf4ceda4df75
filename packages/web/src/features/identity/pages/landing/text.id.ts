import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Satu nama untuk semua game',
  headline: 'Satu nama. Semua game.',
  lead: 'PID memberimu nama pemain permanen untuk masuk, menyimpan saldo, dan menjaga dompetmu di setiap game yang mendukung PID.',
  tryLabel: 'Coba nama di kartu',
  tryHint: '3 sampai 20 huruf kecil, angka, dan garis bawah.',
  tryFlaws: {
    short: 'Terlalu pendek: minimal 3 karakter.',
    long: 'Terlalu panjang: maksimal 20 karakter.',
    characters: 'Hanya huruf kecil, angka, dan garis bawah.',
  },
  start: 'Dapatkan PID-mu',
  tryTaken: (pid) => `${pid} sudah dimiliki orang lain. Coba nama lain.`,
  startAs: (handle) => `Coba ambil ${handle}@pid`,
  continueAs: (pid) => `Lanjut sebagai ${pid}`,
  signIn: 'Aku sudah punya PID',
  free: 'Gratis, tanpa kata sandi yang harus diingat.',
  sample: 'Milikmu selamanya',
  pointsTitle: 'Yang kamu dapat',
  points: {
    permanent: {
      title: 'Nama yang tetap',
      body: 'Tidak berubah dan tidak diberikan ke orang lain, apa pun cara masukmu.',
    },
    passkey: {
      title: 'Passkey, bukan kata sandi',
      body: 'Setujui dengan sidik jari atau wajah. Tidak ada kata sandi yang bisa dicuri.',
    },
    money: {
      title: 'Uang yang jelas',
      body: 'Rupiah dan dompet Solana. Setiap biaya terlihat sebelum kamu setuju.',
    },
  },
};
