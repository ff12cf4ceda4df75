import type { CheckText } from './check-text.en.ts';

export const checkText: CheckText = {
  check: 'Periksa ini',
  more: 'Apa yang diperiksa?',
  early: 'Ini belum ada di log publik. Coba beberapa saat lagi.',
  good: 'Ini tercatat di pembukuan publik',
  goodBody: 'Perangkatmu sudah menghitungnya. Tidak ada yang bisa mengubahnya nanti tanpa ketahuan.',
  bad: 'Ini tidak cocok dengan pembukuan publik',
  badBody: 'Simpan buktinya dan minta penjelasan. Pembukuan diubah orang, atau koneksinya terputus.',
  steps: 'Yang dibandingkan',
  posting: (isGood, number, size) =>
    isGood
      ? `Jumlah dan saldo adalah catatan ke-${number} dari ${size} di log.`
      : 'Jumlah atau saldo berbeda dari catatan di log.',
  signed: (isGood, origin) => (isGood ? `Log ditandatangani oleh ${origin}.` : 'Tanda tangan log salah.'),
  continued: (isGood) =>
    isGood
      ? 'Log memuat semua yang pernah dilihat perangkat ini.'
      : 'Catatan yang pernah dilihat perangkat ini hilang atau berubah.',
  balance: (isGood, amount, date) =>
    isGood
      ? `Uangmu ${amount} termasuk dalam total yang diumumkan pada ${date}.`
      : `Uangmu ${amount} tidak termasuk dalam total yang diumumkan pada ${date}.`,
  save: 'Simpan bukti',
};
