import type { FamilyText } from './text.en.ts';

export const text: FamilyText = {
  askTitle: 'Kamu lahir di bulan apa?',
  askBody:
    'Beberapa game dan pembayaran tidak untuk semua umur. Pemain di bawah 18 tahun butuh orang tua untuk urusan uang.',
  askPrivacy:
    'Hanya kamu dan bantuan PID yang bisa melihat bulannya. Orang tua melihat kelompok umur, aplikasi hanya kalau kamu izinkan.',
  month: 'Bulan',
  year: 'Tahun',
  set: 'Simpan',
  setTitle: (month) => `Lahir ${month}?`,
  setBody: 'Hanya bisa diisi sekali. Kalau ternyata salah, hanya bantuan PID yang bisa memperbaikinya.',
  setConfirm: 'Ya, simpan',
  needsParent: 'Kamu butuh orang tua untuk urusan uang',
  needsParentBody: 'Undang ibu atau ayahmu dengan kode. Cukup dua menit.',
  openFamily: 'Buka Keluarga',
  waiting: (count) =>
    count === 1 ? 'Anakmu meminta persetujuanmu' : `Anak-anakmu meminta ${count} persetujuan`,
  look: 'Lihat',
};
