import { activityText } from '../../activity/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Administrasi',
  lead: 'Semua yang kamu lakukan di sini dicatat atas namamu.',
  tabsLabel: 'Bagian administrasi',
  tabs: { identities: 'Identitas', audit: 'Audit' },
  search: 'Cari nama pemain',
  searchHint: 'Awal namanya.',
  find: 'Cari',
  caption: 'Identitas',
  pid: 'Nama pemain',
  status: 'Status',
  created: 'Anggota sejak',
  actions: 'Tindakan',
  none: 'Tidak ada nama yang berawalan begitu.',
  suspend: 'Tangguhkan',
  reactivate: 'Aktifkan lagi',
  delete: 'Hapus',
  ask: {
    suspend: (pid) => `Tangguhkan ${pid}?`,
    reactivate: (pid) => `Aktifkan ${pid} lagi?`,
    delete: (pid) => `Hapus ${pid} selamanya?`,
  },
  consequence: {
    suspend:
      'Ia bisa melihat dan keluar, tapi tidak mengubah apa pun. Semua token yang dipegang aplikasi berakhir untuk selamanya.',
    reactivate: 'Ia bisa memakai semuanya lagi. Aplikasi harus diizinkan ulang.',
    delete: 'Data pribadinya dihapus. Namanya tetap terpakai. Ini tidak bisa dibatalkan.',
  },
  done: {
    suspend: (pid) => `${pid} ditangguhkan.`,
    reactivate: (pid) => `${pid} aktif lagi.`,
    delete: (pid) => `${pid} dihapus.`,
  },
  auditTitle: 'Semua yang tercatat',
  when: 'Kapan',
  who: 'Siapa',
  what: 'Apa',
  target: 'Siapa atau apa',
  from: 'Dari',
  strangerTitle: 'Tidak ada apa-apa di sini',
  strangerBody: 'Kalau kamu mengelola layanan ini, masuk dengan passkey lalu kembali.',
  signIn: 'Masuk',
  activityText,
};
