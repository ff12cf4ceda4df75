import { paymentWords } from '@pid/contract/texts/payment.id.ts';
import type { NoticeText } from './text.en.ts';

const periods: Readonly<Record<string, string>> = { day: 'hari', week: 'minggu', month: 'bulan' };

const refusedBecause: Readonly<Record<string, string>> = {
  balance: ': saldomu kurang',
  daily_limit: ': batas harianmu akan terlampaui',
  frozen: ': akunmu sedang dibekukan',
  age_needed: ': isi dulu bulan lahirmu',
  family: ': aturan untuk umurmu, atau aturan orang tuamu, tidak mengizinkannya',
  suspended: ': akunmu sedang ditangguhkan',
};

const endedBecause: Readonly<Record<string, string>> = {
  app: ': aplikasi ini mengakhirinya',
  expired: ': masa berlakunya habis',
  app_deleted: ': aplikasi ini dihapus',
  app_paused: ': PID menjeda aplikasi ini',
  app_changed: ': aplikasi ini atau pemiliknya berubah',
};

export const noticeText: NoticeText = {
  payment: paymentWords,
  types: {
    'passkey.added': (given) => `Passkey “${given('name')}” ditambahkan`,
    'passkey.approval_asked': (given) => `Passkey “${given('name')}” menunggu persetujuanmu`,
    'passkey.approved': (given) => `Passkey “${given('name')}” disetujui`,
    'passkey.removed': (given) => `Passkey “${given('name')}” dihapus`,
    'login.linked': (given) => `Akun ${given('provider')} ditautkan`,
    'login.unlinked': (given) => `Tautan akun ${given('provider')} dilepas`,
    'session.new_device': (given) => `Masuk di perangkat baru: ${given('device')}`,
    'app.connected': (given) => `“${given('name')}” terhubung`,
    'app.paused': (given) =>
      `Aplikasimu “${given('name')}” dijeda. Login dan pembayaran dihentikan untuk sementara`,
    'app.resumed': (given) => `Aplikasimu “${given('name')}” tidak lagi dijeda`,
    'app.changed': (given) =>
      `Pengaturan aplikasimu “${given('name')}” diubah${given('by') ? ` oleh ${given('by')}` : ''}`,
    'app.invitation': (given) =>
      given('role') === 'owner'
        ? `${given('pid')} memintamu mengambil alih aplikasi “${given('name')}”`
        : `${given('pid')} mengundangmu ke aplikasi “${given('name')}”`,
    'app.member_invited': (given) =>
      given('role') === 'owner'
        ? `${given('pid')} diminta mengambil alih aplikasimu “${given('name')}”`
        : `${given('pid')} diundang ke aplikasimu “${given('name')}”`,
    'app.member_joined': (given) =>
      given('role') === 'owner'
        ? `Aplikasi “${given('name')}” sekarang milik ${given('pid')}`
        : `${given('pid')} bergabung ke aplikasimu “${given('name')}”`,
    'app.member_left': (given) => `${given('pid')} keluar dari aplikasimu “${given('name')}”`,
    'app.membership_ended': (given) => `Kamu tidak lagi menjadi anggota aplikasi “${given('name')}”`,
    'app.verified': (given) => `Aplikasimu “${given('name')}” terverifikasi`,
    'app.verification_refused': (given) =>
      `Aplikasimu “${given('name')}” tidak diverifikasi: ${given('reason')}`,
    'bank_account.changed': (given) =>
      `Rekening bank aplikasimu “${given('name')}” sekarang ${given('bank')} ···${given('last4')}`,
    'bank_account.approved': (given) => `Rekening bank aplikasimu “${given('name')}” disetujui`,
    'bank_account.refused': (given) =>
      `Rekening bank aplikasimu “${given('name')}” ditolak. ${given('reason')}`.trimEnd(),
    'settlement.requested': (given) =>
      `${given('rupiah')} dari aplikasimu “${given('name')}” sedang dicairkan ke rekening ···${given('last4')}`,
    'settlement.paid': (given) =>
      `${given('rupiah')} dari aplikasimu “${given('name')}” sudah sampai di rekening ···${given('last4')}`,
    'settlement.failed': (given) =>
      `${given('rupiah')} dari aplikasimu “${given('name')}” tidak sampai di bank ${given('to') === 'suspense' ? 'dan disimpan PID. Bantuan PID akan memasukkannya ke saldomu.' : 'dan sudah kembali ke aplikasi.'} ${given('reason')}`.trimEnd(),
    'money.sent': (given) => `${given('rupiah')} dikirim ke ${given('to')}`,
    'money.deposited': (given) => `${given('rupiah')} ditambahkan ke aplikasimu “${given('app')}”`,
    'money.received': (given) => `${given('rupiah')} masuk dari ${given('from')}`,
    'money.returned': (given) => given('return'),
    'money.topped_up': (given) => `Isi saldo ${given('rupiah')} sudah masuk`,
    'activation.paid': (given) => `${given('rupiah')} dibayar untuk aktivasi dompetmu`,
    'activation.returned': (given) =>
      `Aktivasi dompetmu tidak berhasil: ${given('rupiah')} sudah kembali ke saldomu`,
    'payment.confirmed': (given) => given('purchase'),
    'allowance.approved': (given) =>
      `Kamu mengizinkan “${given('app')}” menagihmu sampai ${given('rupiah')} per ${periods[given('period')] ?? ''}`,
    'allowance.charged': (given) => given('purchase'),
    'allowance.refused': (given) =>
      `“${given('app')}” tidak bisa menagihmu ${given('rupiah')}${refusedBecause[given('reason')] ?? ''}`,
    'allowance.ended': (given) =>
      `“${given('app')}” tidak bisa lagi menagihmu tanpa bertanya${endedBecause[given('reason')] ?? ''}`,
    'wallet.claim_opened': () =>
      'Dompetmu yang belum aktif diklaim di blockchain. Aktifkan dompet supaya klaim itu langsung berakhir',
    'wallet.withdrawn': (given) =>
      `${given('amount') === 'all' ? `Semua ${given('assetName')}` : given('chainAmount')} dikirim dari dompetmu ke ${given('receiver')}`,
    'freeze.begun': (given) =>
      given('by') === 'player'
        ? 'Akunmu dibekukan 72 jam dengan tombol di PID'
        : 'Dibekukan selama 72 jam: ada yang memakai tautan “Ini bukan aku” dari email untukmu',
    'freeze.lifted': () => 'Pembekuan dicabut',
    'recovery.asked': () => 'Seseorang meminta penjagamu memulihkan identitasmu',
    'recovery.help_asked': (given) => `${given('pid')} memintamu membantu pemulihan`,
    'recovery.policy_set': (given) =>
      `Penjagamu ditetapkan: ${given('threshold')} dari ${given('guardians')} harus setuju`,
    'recovery.policy_removed': () => 'Penjagamu dihapus',
    'recovery.guardian_left': (given) => `${given('pid')} bukan lagi penjagamu. Pilih penjaga lain`,
    'recovery.guardian_named': (given) => `${given('pid')} memilihmu sebagai penjaga`,
    'recovery.guardian_dropped': (given) => `Kamu bukan lagi penjaga ${given('pid')}`,
    'recovery.started': () => 'Seseorang mulai memulihkan identitasmu',
    'recovery.cancelled': () => 'Pemulihan dihentikan',
    'recovery.finished': () => 'Identitasmu dipulihkan dengan passkey baru',
    'family.invited': (given) => `${given('by')} membuat kode untuk bergabung ke keluarga ${given('child')}`,
    'family.linked': (given) => `${given('parent')} sekarang orang tua ${given('child')}`,
    'family.ended': (given) => `${given('parent')} bukan lagi orang tua ${given('child')}`,
    'family.rules_changed': (given) => `${given('parent')} mengubah aturan ${given('child')}`,
    'family.birth_month_corrected': (given) => `Bulan lahir ${given('child')} diperbaiki`,
    'family.asked': (given) =>
      `${given('child')} meminta persetujuan ${given('rupiah')} untuk “${given('app')}”`,
    'family.decided': (given) =>
      `${given('parent')} ${given('decision') === 'allow' ? 'menyetujui' : 'menolak'} ${given('rupiah')} oleh ${given('child')} untuk “${given('app')}”`,
    'family.allowance_approved': (given) =>
      `${given('child')} mengizinkan “${given('app')}” menagih sampai ${given('rupiah')} per ${periods[given('period')] ?? ''}`,
    'family.login_refused': (given) =>
      `${given('child')} tidak bisa masuk ke “${given('name')}” karena aturan keluarga`,
    'identity.deleted': () => 'Identitas dihapus',
  },
  other: 'Ada perubahan pada identitasmu',
};
