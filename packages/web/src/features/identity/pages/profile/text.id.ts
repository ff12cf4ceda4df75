import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Profil',
  lead: 'Yang dilihat pemain dan game di samping namamu. Semuanya opsional.',
  displayName: 'Nama tampilan',
  displayNameHint: 'Maksimal 40 karakter. Nama pemainmu tetap sama.',
  bio: 'Tentangmu',
  bioHint: (left) => `Sisa ${left} karakter.`,
  picture: 'Foto profil',
  choosePicture: 'Pilih foto',
  removePicture: 'Hapus',
  pictureHint: 'Dipotong persegi dan dikecilkan di perangkatmu. Lokasi foto tidak ikut terkirim.',
  pictureSaved: 'Fotomu tersimpan.',
  pictureFlaw: 'Foto ini tidak bisa ditampilkan. Pilih yang lain.',
  unsaved: 'Belum disimpan. Perubahanmu tetap ada di tab ini sampai disimpan atau dibuang.',
  discard: 'Buang perubahan',
  avatar: 'Atau alamat gambar',
  avatarHint:
    'Alamat https gambar persegi di tempat lain. Aplikasi bisa menampilkannya; halaman PID hanya menampilkan gambar yang diunggah.',
  avatarFlaw: 'Masukkan alamat yang diawali https://.',
  country: 'Negara',
  noCountry: 'Tidak ditampilkan',
  locale: 'Bahasa untuk game',
  localeHint: 'Game bisa memakai bahasa ini. Hanya aplikasi yang kamu izinkan yang melihatnya.',
  noLocale: 'Tidak diatur',
  save: 'Simpan profil',
  saved: 'Profilmu tersimpan.',
  refused: 'Ini tidak diterima. Periksa lalu coba lagi.',
  preview: 'Yang dilihat orang lain',
  dataTitle: 'Datamu',
  dataBody: 'Semua yang PID simpan tentangmu, dalam satu file JSON.',
  download: 'Unduh dataku',
  deleteTitle: 'Hapus identitasmu',
  deleteBody:
    'Profil, akun tertaut, passkey, dan semua sesi masukmu dihapus. Ini tidak bisa dibatalkan, dan nama pemainmu tidak akan pernah bisa dipakai lagi, oleh kamu sekalipun.',
  delete: 'Hapus identitasku',
  deleteAsk: (pid) => `Hapus ${pid} selamanya?`,
  deleteWarning:
    'Tidak ada yang bisa mengembalikannya, kami pun tidak. Milikmu di game dengan nama ini bisa hilang.',
  forfeit: (amount) => `Sisa ${amount} di saldomu akan hangus.`,
  rupiahFirst: (amount) =>
    `Masih ada ${amount} di Saldo Rupiah-mu. Pakai atau kirim dulu ke orang lain sebelum menghapus identitasmu.`,
  toMoney: 'Ke saldomu',
  givenUpBody:
    'Dompetmu tidak kosong. Kirim dulu yang ingin kamu simpan ke dompet lain; semua yang ada di daftar ini akan hilang selamanya.',
  giveUp: 'Aku melepas semua ini selamanya.',
  token: (mint) => `token ${mint}`,
  solFirst: 'Masih ada SOL di dompetmu. Kirim dulu ke dompet lain sebelum menghapus identitasmu.',
  toWallet: 'Ke dompetmu',
  deleteConfirm: (pid) => `Ketik ${pid} untuk mengonfirmasi`,
  deleteWithKey:
    'Kamu mengonfirmasi dengan passkey. Tanpa passkey, kamu harus masuk lagi dalam sepuluh menit terakhir.',
};
