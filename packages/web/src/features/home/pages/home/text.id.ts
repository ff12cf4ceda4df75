import { gameText } from '../../../games/parts/text.id.ts';
import { text as familyText } from '../../../family/parts/text.id.ts';
import { moneyText } from '../../../money/parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Beranda',
  hello: (handle) => `Halo, ${handle}`,
  copyPid: 'Salin nama pemainmu',
  suspendedTitle: 'Identitasmu ditangguhkan',
  suspendedBody:
    'Kamu tetap bisa melihat semuanya, mengunduh datamu, dan mengirim isi dompetmu. Kamu tidak bisa mengirim uang atau mengubah apa pun sampai penangguhan dicabut. Hubungi bantuan PID agar ditinjau.',
  firstPasskeyTitle: 'Jadikan perangkat ini kuncimu',
  firstPasskeyBody:
    'Dengan passkey kamu masuk pakai sidik jari, wajah, atau kunci layar, berlaku di semua game, dan tidak bisa dicuri lewat penipuan. Hanya sepuluh detik.',
  firstPasskey: 'Tambah passkey',
  passkeyAdded: 'Passkey-mu siap. Lain kali, masuk dengan passkey ini.',
  approvalTitle: 'Passkey baru menunggu persetujuanmu',
  approvalBody: 'Periksa dulu sebelum menyetujui. Kalau bukan milikmu, tolak.',
  safety: {
    guarded: 'Kalau ponselmu hilang, penjagamu bisa menyetujui passkey baru.',
    leftTitle: 'Jumlah penjagamu kurang',
    left: 'Ada penjaga yang berhenti. Kalau ponselmu hilang sekarang, isi dompetmu ikut hilang.',
    choose: 'Pilih penjaga lain',
    vaultTitle: 'Kalau ponselmu hilang, isi dompetmu ikut hilang',
    vault: 'Tidak ada yang bisa membukanya untukmu, PID pun tidak. Menyiapkan pemulihan hanya lima menit.',
    singleTitle: 'Satu-satunya passkey-mu hanya ada di satu perangkat',
    single:
      'Passkey itu tidak disinkronkan. Kalau perangkatnya hilang, kamu harus menunggu tujuh hari untuk masuk lagi. Tambahkan passkey kedua.',
    fine: 'Passkey-mu aman.',
    setUp: 'Siapkan pemulihan',
    look: 'Pemulihan',
    security: 'Tambah passkey',
  },
  approvalOpen: 'Periksa',
  games: 'Game-mu',
  allGames: 'Semua game',
  noGames: 'Game pertamamu menunggu. Pilih di sini, atau cari “Masuk dengan PID” di dalam game.',
  findGame: 'Cari game',
  openProfile: 'Profilmu',
  allActivity: 'Semua aktivitas',
  signOutHint: 'Keluar hanya dari perangkat ini. Kamu tetap masuk di game.',
  moneyText,
  family: familyText,
  gameText,
};
