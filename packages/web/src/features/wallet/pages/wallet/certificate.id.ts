import type { CertificateText } from './certificate.en.ts';

export const text: CertificateText = {
  title: 'Kalau PID tutup sebelum kamu mengaktifkan',
  body: 'Dengan sertifikat ini dan passkey-mu, kamu bisa mengklaim dompet ini di blockchain tanpa PID. Tiga puluh hari kemudian dompet ini milikmu. Mengaktifkan lebih cepat dan tidak perlu sertifikat.',
  kept: 'Sertifikat di perangkat ini diperbarui setiap kali kamu membuka halaman ini. Simpan juga salinannya di tempat lain, dan simpan salinan baru setelah menghapus passkey. Tanpa passkey-mu, tidak ada yang bisa memakainya.',
  save: 'Simpan sertifikat',
  use: 'Dipakai di halaman untuk keluar tanpa PID. Simpan juga halaman itu.',
  useLink: 'Buka halaman keluar',
};
