import type { Text } from './scan-qr.en.ts';

export const text: Text = {
  title: 'Pindai kode QR',
  privacy: 'Gambarnya tidak keluar dari perangkat ini.',
  view: 'Gambar kamera',
  starting: 'Menyalakan kamera …',
  blocked:
    'Situs ini belum boleh memakai kamera. Izinkan di browser: ketuk ikon di samping alamat, lalu “Kamera”. Atau pilih gambar kodenya.',
  missing: 'Kamera tidak ditemukan. Pilih gambar kodenya saja.',
  inUse: 'Kamera tidak merespons; mungkin sedang dipakai aplikasi lain. Tutup aplikasi itu, lalu coba lagi.',
  retry: 'Coba kamera lagi',
  choose: 'Pilih gambar',
  noCode: 'Tidak ada kode QR di gambar ini. Pilih gambar yang kodenya besar dan tajam.',
};
