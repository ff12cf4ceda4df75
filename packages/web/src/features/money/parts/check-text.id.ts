import type { Text } from './check-text.en.ts';

export const text: Text = {
  early: 'Ini belum ada di log publik. Coba beberapa saat lagi.',
  good: 'Ini tercatat di pembukuan publik',
  goodBody: 'Perangkatmu sudah menghitungnya. Tidak ada yang bisa mengubahnya nanti tanpa ketahuan.',
  unproven: 'Ini tidak bisa dibuktikan',
  unprovenBody:
    'Ini ada di log publik, tetapi layanan tidak memberi perangkatmu kunci untuk mencocokkan jumlahnya. Itu belum tentu berarti pembukuannya salah. Simpan buktinya dan tanyakan alasannya kepada pengelola.',
  lostBody:
    'Layanan kehilangan kunci akunmu, jadi catatan sebelumnya tidak bisa dibuktikan lagi. Bukti yang sudah kamu simpan tetap berlaku. Tanyakan kepada pengelola apa yang terjadi.',
  doubtful: 'Ini tercatat di pembukuan publik, tetapi ada peringatan',
  doubtfulBody: 'Jumlahmu benar. Simpan buktinya dan tanyakan peringatan di bawah ini kepada pengelola.',
  bad: 'Ini tidak cocok dengan pembukuan publik',
  badBody: 'Simpan buktinya dan minta penjelasan. Pembukuan diubah orang, atau koneksinya terputus.',
  steps: 'Yang dibandingkan',
  posting: {
    proven: (amount, number, size) => `${amount} adalah catatan ke-${number} dari ${size} di log.`,
    unopened: (amount, number, size) =>
      `Perangkatmu tidak bisa mencocokkan ${amount} dengan catatan ke-${number} dari ${size} di log.`,
    lost: (amount, date) => `${amount} tidak bisa diperiksa lagi sejak ${date}.`,
    all: (count) => `${count} catatan ada di log, lengkap dengan jumlah dan saldonya.`,
    early: (amount) => `${amount} belum ada di log.`,
    missing: (amount) => `${amount} tidak ada di log, padahal sudah lebih dari sehari.`,
    wrong: (amount) => `${amount} atau saldo barunya berbeda dari catatan di log.`,
  },
  log: {
    unsigned: () => 'Tanda tangan log salah.',
    first: (origin) => `Log ditandatangani oleh ${origin}. Perangkat ini baru pertama kali memeriksanya.`,
    continued: (origin) =>
      `Log ditandatangani oleh ${origin} dan memuat semua yang pernah dilihat perangkat ini.`,
    restarted: (origin) =>
      `Log ${origin} baru dimulai, dan diawali dengan titik periksa log lama yang memuat semua yang pernah dilihat perangkat ini.`,
    unlinked: (origin) =>
      `Log ${origin} baru dimulai, dan tidak ada bukti bahwa isinya memuat yang dilihat perangkat ini di log lama.`,
    rekeyed: (origin) =>
      `Log ditandatangani oleh ${origin} dengan kunci lain yang tidak dikukuhkan oleh kunci lama.`,
    broken: () => 'Catatan yang pernah dilihat perangkat ini hilang atau berubah.',
  },
  balance: {
    proven: (amount, date) => `Uangmu ${amount} termasuk dalam total yang diumumkan pada ${date}.`,
    wrong: (amount, date) => `Uangmu ${amount} tidak termasuk dalam total yang diumumkan pada ${date}.`,
    less: (amount, date) =>
      `Total yang diumumkan pada ${date} hanya memuat ${amount} milikmu, kurang dari catatan mutasimu.`,
    early: () => 'Saldomu belum masuk total harian.',
    lost: (date) => `Saldomu tidak bisa diperiksa sejak ${date}. Total hari berikutnya akan memuatnya lagi.`,
    missing: (date) => `Saldomu tidak ada dalam total yang diumumkan pada ${date}.`,
    unpublished: (date) => `Tidak ada total yang memuat saldomu yang diumumkan setelah ${date}.`,
  },
  anchor:
    'Menurut layanan, memo transaksi ini di blockchain seperti berikut, dan hasil hitungan perangkatmu sama. Penjelajah menampilkannya tanpa layanan ini.',
  totalFaults: {
    memo: 'Memo di blockchain adalah memo untuk total yang lain.',
    log: 'Log tidak memuat titik periksa yang disebut di memo.',
    changed:
      'Perangkat ini pernah melihat total lain untuk tanggal itu, atau total untuk tanggal sesudahnya.',
  },
  save: 'Simpan bukti',
};
