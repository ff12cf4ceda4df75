import { permissionText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Izin',
  lead: 'Apa yang bisa dilakukan aplikasi dengan akunmu di Ethereum dan blockchain sejenis, berapa banyak, dan sampai kapan. Semuanya bisa kamu cabut.',
  groups: { pending: 'Menunggu passkey-mu', active: 'Aktif', ended: 'Berakhir' },
  statuses: { pending: 'Menunggu', active: 'Aktif', expired: 'Kedaluwarsa', revoked: 'Dicabut' },
  emptyTitle: 'Belum ada izin',
  emptyBody:
    'Saat kamu mengizinkan aplikasi bertindak untukmu di Ethereum atau blockchain sejenis, izinnya muncul di sini beserta pemakaiannya.',
  yourself: 'Kamu buat sendiri',
  given: 'Diberikan',
  asked: 'Diminta',
  ended: 'Berakhir',
  approveBy: 'Setujui sebelum',
  used: (spent, limit, unit) => `${spent} dari ${limit} ${unit} terpakai`,
  resets: 'mulai lagi',
  periods: { hour: 'Jam ini', day: 'Hari ini', week: 'Minggu ini', month: 'Bulan ini' },
  coin: 'koin',
  baseUnits: 'satuan dasar',
  terms: 'Semua ketentuan',
  approve: 'Setujui',
  discard: 'Buang',
  revoke: 'Cabut',
  revokeTitle: (app) => `Cabut izin ${app}?`,
  discardTitle: 'Buang permintaan ini?',
  revokeBody:
    'Langsung berakhir bagi PID dan aplikasinya, dan tidak bisa dipulihkan. Aplikasi bisa meminta yang baru.',
  discardBody: 'Izin ini belum pernah aktif. Aplikasi bisa meminta lagi.',
  revoked: 'Izin dicabut.',
  approved: 'Izin aktif.',
  onChainTitle: 'Tersisa satu langkah di blockchain',
  onChainBody:
    'PID dan aplikasinya sudah mengakhirinya. Untuk mengakhirinya di blockchain juga, kirim panggilan ini dari akun itu sendiri dengan dompetmu.',
  onChainCall: 'Panggilan untuk dikirim',
  copyCall: 'Salin panggilan',
  permissionText,
};
