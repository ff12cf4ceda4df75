import type { AppFormText } from './text.en.ts';

export const appFormText: AppFormText = {
  name: 'Nama',
  nameHint: 'Pemain melihatnya saat masuk.',
  logo: 'Alamat logo (opsional)',
  logoHint: 'Gambar persegi di https.',
  origins: 'Origin',
  originsHint:
    'Tempat game-mu berjalan, satu per baris, misalnya https://game.example. http://localhost tidak perlu didaftarkan.',
  originsFlaw: (line) => `“${line}” tidak valid. Masukkan origin https tanpa path.`,
  originsMany: 'Maksimal 20 origin.',
  redirectUris: 'Alamat kembali persis (opsional)',
  redirectUrisHint:
    'Satu per baris, misalnya https://game.example/signed-in. Kalau diisi, kode hanya dikirim ke alamat-alamat ini. Untuk aplikasi ponsel: com.example.game:/cb, yaitu host origin yang dibalik. Menambah alamat, atau mengosongkan daftar, menghapus lencana terverifikasi.',
  redirectUrisFlaw: (line) =>
    `“${line}” tidak valid. Masukkan alamat https, atau alamat seperti com.example.game:/cb.`,
  redirectUrisScheme: (line) =>
    `“${line}” milik aplikasi ponsel, yang tidak bisa menyimpan rahasia. Hapus alamat itu, atau jangan wajibkan rahasia.`,
  redirectUrisMany: 'Maksimal 20 alamat.',
  requireSecret: 'Selalu wajibkan rahasia',
  requireSecretHint:
    'Untuk game yang punya server: kode tidak berlaku tanpa rahasia, sekalipun memakai PKCE. Untuk mematikannya, konfirmasi dulu bahwa ini kamu. Lencana tidak terpengaruh.',
  rating: 'Rating umur (IGRS)',
  ratingHint: 'Mulai umur berapa game ini cocok. Berlaku untuk keluarga setelah PID memeriksanya.',
  ratingOfOwner: 'Hanya pemiliknya yang bisa mengubahnya.',
  noRating: 'Tanpa rating',
  deviceFlow: 'Masuk di konsol dan TV',
  deviceFlowHint:
    'Untuk perangkat tanpa browser: pemain mengetik kode pendek di ponsel. Menyalakannya membuat aplikasi terverifikasi kehilangan lencananya.',
  feePercent: 'Biaya dalam persen',
  feePercentHint: 'Dari setiap pembayaran lewat aplikasimu, 0 sampai 10.',
  feePercentFlaw: 'Masukkan angka 0 sampai 10 dengan maksimal dua desimal.',
  feeFlat: 'Biaya tetap dalam rupiah',
  feeFlatHint: 'Ditambahkan ke setiap pembayaran, 0 sampai 1.000.000.',
  feeFlatFlaw: 'Masukkan rupiah bulat dari 0 sampai 1.000.000.',
  nameFlaw: 'Masukkan 1 sampai 60 karakter.',
  logoFlaw: 'Masukkan alamat yang diawali https://.',
  contact: 'Kontak untuk pertanyaan pembayaran',
  contactHint: 'Alamat email atau halaman https. Hanya pemain yang sudah membayar yang melihatnya.',
  contactFlaw: 'Masukkan alamat email, atau alamat yang diawali https://.',
  refused: 'Ini tidak diterima. Periksa lalu coba lagi.',
};
