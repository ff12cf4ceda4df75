import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Pembukuan yang bisa diperiksa siapa saja',
  lead: 'Setiap perpindahan uang tercatat di log publik, dan setiap hari total utang kepada pemain dan aplikasi diumumkan. Keduanya tidak bisa diubah nanti tanpa ketahuan.',
  owed: 'Utang kepada pemain dan aplikasi',
  accounts: (count) => `${count} akun`,
  on: 'pada',
  none: 'Total pertama diumumkan dalam sehari.',
  reserves: 'Cadangan dana',
  reservesFrom: (source) => `Menurut pengelola: ${source}`,
  noReserves: 'Pengelola belum mencantumkan cadangan dana.',
  chart: 'Dari waktu ke waktu',
  chartLabel: (from, to, last) => `Total utang dari ${from} sampai ${to}, terakhir ${last}`,
  legendOwed: 'utang',
  legendReserves: 'cadangan',
  anchor: 'Di blockchain',
  anchored:
    'Perangkatmu menghitung memonya dari tanggal, akar, total, dan titik periksa, dan hasilnya sama dengan yang ditulis layanan ke blockchain.',
  explorer: 'Penjelajah mana pun menampilkan memo transaksi ini tanpa layanan ini:',
  totalFaults: {
    memo: 'Memo di blockchain adalah memo untuk total yang lain.',
    log: 'Log tidak memuat titik periksa yang disebut di memo.',
    changed:
      'Perangkat ini pernah melihat total lain untuk tanggal itu, atau total untuk tanggal sesudahnya.',
  },
  noAnchor: 'Total terakhir belum ada di blockchain.',
  copyAnchor: 'Salin tanda tangan',
  openExplorer: 'Buka di penjelajah blockchain',
  log: 'Log',
  entries: (count) => `${count} catatan`,
  states: {
    unsigned: 'Tanda tangan log salah.',
    first: 'Tanda tangannya benar. Perangkat ini baru pertama kali memeriksa log.',
    continued: 'Tanda tangannya benar, dan log memuat semua yang pernah dilihat perangkat ini.',
    restarted:
      'Tanda tangannya benar. Log ini baru dimulai, dan diawali dengan titik periksa log lama yang memuat semua yang pernah dilihat perangkat ini.',
    unlinked:
      'Log ini baru dimulai, dan tidak ada bukti bahwa isinya memuat yang dilihat perangkat ini di log lama. Tanyakan kepada pengelola mengapa log dimulai lagi.',
    rekeyed:
      'Log ditandatangani dengan kunci lain yang tidak dikukuhkan oleh kunci lama. Tanyakan kepada pengelola apakah kuncinya diganti.',
    broken: 'Catatan yang pernah dilihat perangkat ini hilang atau berubah.',
  },
  noLog: 'Log belum berisi catatan.',
  key: 'Kunci',
  copyKey: 'Salin kunci',
  how: 'Cara memeriksa',
  ways: [
    'Buka bukti transaksi lalu tekan “Periksa ini”. Perangkatmu memastikan bahwa transaksi itu ada di log dan saldomu termasuk dalam total.',
    'Simpan buktinya lalu verifikasi dengan program 150 baris yang bukan dari layanan ini: examples/verify di kode sumber.',
    'Perusahaan bisa menjalankan saksi yang mengingat log dan menandatangani yang dilihatnya: pid witness.',
  ],
};
