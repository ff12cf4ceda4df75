import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Beranda',
  hello: (handle) => `Halo, ${handle}`,
  copyPid: 'Salin pid-mu',
  suspendedTitle: 'Identitasmu ditangguhkan',
  suspendedBody:
    'Kamu bisa melihat semuanya dan keluar, tapi tidak bisa mengubah, mengirim, atau menandatangani apa pun sampai penangguhan dicabut.',
  about: 'Identitasmu',
  pid: 'Nama pemain',
  status: 'Status',
  since: 'Anggota sejak',
  permanent: 'Ini milikmu selamanya: tidak pernah berubah, cara masuk apa pun yang kamu tambah atau hapus.',
  logins: 'Cara kamu masuk',
  lastUsed: 'Terakhir dipakai',
  passkey: 'Passkey',
  noLogins: 'Belum ada cara masuk yang tertaut.',
  signOutHint:
    'Kamu keluar dari PID di perangkat ini. Game yang sedang kamu mainkan tetap punya sesinya sendiri.',
};
