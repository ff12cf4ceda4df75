import type { AppFormText } from './text.en.ts';

export const appFormText: AppFormText = {
  name: 'Nama',
  nameHint: 'Pemain melihatnya saat masuk.',
  logo: 'Alamat logo (opsional)',
  logoHint: 'Gambar persegi di https.',
  origins: 'Origin',
  originsHint:
    'Tempat game-mu berjalan, satu per baris, misalnya https://game.example. http://localhost tidak perlu didaftarkan.',
  originsFlaw: (line) => `“${line}” bukan origin https tanpa path.`,
  originsMany: 'Maksimal 20 origin.',
  feePercent: 'Biaya dalam persen',
  feePercentHint: 'Dari setiap pembayaran lewat aplikasimu, 0 sampai 10.',
  feePercentFlaw: 'Angka 0 sampai 10 dengan maksimal dua desimal.',
  feeFlat: 'Biaya tetap dalam rupiah',
  feeFlatHint: 'Ditambahkan ke setiap pembayaran, 0 sampai 1.000.000.',
  feeFlatFlaw: 'Rupiah bulat dari 0 sampai 1.000.000.',
  nameFlaw: '1 sampai 60 karakter.',
  logoFlaw: 'Alamat yang dimulai dengan https://.',
  refused: 'Ini ditolak. Periksa lalu coba lagi.',
};
