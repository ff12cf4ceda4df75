import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import type { Text } from './text.en.ts';

const rupiah = (amount: string) => (/^\d+$/u.test(amount) ? formatRupiah(BigInt(amount), 'id') : amount);

export const text: Text = {
  title: 'Konfirmasi bahwa ini kamu',
  lead: 'Passkey-mu hanya menandatangani hal ini, tidak ada yang lain:',
  confirm: 'Konfirmasi dengan passkey',
  wrong:
    'Permintaannya tidak sesuai dengan yang kamu minta, jadi tidak ada yang ditandatangani. Muat ulang halaman lalu coba lagi.',
  backAgain: (action) => `Kamu sudah masuk lagi. Sekarang kamu bisa melanjutkan: ${action}`,
  actions: {
    endSession: () => 'Keluarkan satu perangkat lain',
    endOtherSessions: () => 'Keluarkan semua perangkat lain',
    unlinkCredential: () => 'Lepas satu akun dari identitasmu',
    linkProvider: () => 'Tautkan akun lain ke identitasmu',
    revokePasskey: () => 'Hapus satu passkey',
    deleteIdentity: () => 'Hapus identitasmu untuk selamanya',
    rotateAppSecret: (given) => `Buat rahasia baru untuk aplikasi ${given('client_id')}`,
    endPreviousSecret: (given) => `Akhiri rahasia lama aplikasi ${given('client_id')}`,
    changeApp: (given) => `Ubah pengaturan aplikasi ${given('client_id')}`,
    inviteMember: (given) =>
      `Undang ${given('pid')} ke aplikasi ${given('client_id')} sebagai ${given('role') === 'finance' ? 'keuangan' : 'pengembang'}`,
    removeMember: (given) => `Keluarkan ${given('pid')} dari aplikasi ${given('client_id')}`,
    transferApp: (given) => `Minta ${given('pid')} mengambil alih aplikasi ${given('client_id')}`,
    answerAppInvitation: () => 'Terima undangan ke sebuah aplikasi',
    deleteApp: (given) => `Hapus aplikasi ${given('client_id')}`,
    payOutApp: (given) =>
      `Cairkan ${rupiah(given('amount'))} dari aplikasi ${given('client_id')} ke pemiliknya`,
    depositToApp: (given) =>
      `Pindahkan ${rupiah(given('amount'))} dari saldomu ke aplikasi ${given('client_id')}`,
    setBankAccount: (given) =>
      `Isi rekening ${given('bankCode')} ${given('accountNumber')} atas nama ${given('holderName')} untuk aplikasi ${given('client_id')}`,
    requestSettlement: (given) =>
      `Cairkan ${rupiah(given('amount'))} dari aplikasi ${given('client_id')} ke rekening banknya`,
    approveBankAccount: (given) => `Setujui rekening bank aplikasi ${given('client_id')}`,
    refuseBankAccount: (given) => `Tolak rekening bank aplikasi ${given('client_id')}`,
    markSettlementSent: (given) => `Tandai pencairan ${given('id')} sudah dikirim`,
    markSettlementPaid: (given) => `Tandai pencairan ${given('id')} sudah sampai`,
    markSettlementFailed: (given) => `Tandai pencairan ${given('id')} gagal`,
    sendMoney: (given) =>
      `Kirim ${rupiah(given('amount'))} ke ${given('to')}. Kamu bayar ${rupiah(given('expectedTotal'))} termasuk biaya`,
    confirmPayment: (given) => `Bayar ${rupiah(given('expectedTotal'))}`,
    approveAllowance: (given) =>
      `Izinkan aplikasi menagih sampai ${rupiah(given('expectedAmount'))} per periode`,
    refundPayment: (given) => `Kembalikan ${rupiah(given('amount'))} dari sebuah pembayaran`,
    refundPaymentAsAdmin: (given) => `Kembalikan ${rupiah(given('amount'))} dari pembayaran ${given('id')}`,
    liftFreeze: () => 'Cabut pembekuan akunmu',
    inviteParent: () => 'Buat kode agar orang tua bergabung ke keluargamu',
    inviteSecondParent: (given) => `Buat kode untuk orang tua kedua ${given('pid')}`,
    addChild: () => 'Menjadi orang tua dengan kode, dan menentukan aturan',
    changeChildRules: (given) => `Ubah aturan ${given('pid')}`,
    removeChild: (given) => `Berhenti menjadi orang tua ${given('pid')}`,
    decideFamilyRequest: (given) =>
      given('decision') === 'allow' ? 'Setujui pembayaran anakmu' : 'Tolak pembayaran anakmu',
    correctBirthMonth: (given) => `Ubah bulan lahir ${given('pid')} menjadi ${given('birthMonth')}`,
    endParent: (given) => `Akhiri ${given('parent')} sebagai orang tua ${given('pid')}`,
    confirmRating: (given) => `Putuskan rating aplikasi ${given('client_id')}`,
    setTier: (given) => `Ubah tingkat akun ${given('pid')}`,
    suspendIdentityAsAdmin: (given) => `Tangguhkan ${given('pid')}`,
    reactivateIdentityAsAdmin: (given) => `Aktifkan kembali ${given('pid')}`,
    deleteIdentityAsAdmin: (given) => `Hapus ${given('pid')} untuk selamanya`,
    verifyApp: (given) => `Verifikasi aplikasi ${given('client_id')}`,
    approveVerification: (given) => `Verifikasi aplikasi ${given('client_id')}`,
    refuseVerification: (given) => `Tolak verifikasi aplikasi ${given('client_id')}`,
    unverifyApp: (given) => `Cabut lencana aplikasi ${given('client_id')}`,
    pauseApp: (given) => `Jeda aplikasi ${given('client_id')}`,
    resumeApp: (given) => `Lanjutkan aplikasi ${given('client_id')}`,
    allowGameProgram: (given) => `Izinkan program game ${given('program')}`,
    disallowGameProgram: (given) => `Hapus program game ${given('program')}`,
    clawBackTopUp: (given) => `Tarik kembali isi saldo ${given('id')}`,
    changeLimits: () => 'Naikkan batasmu',
    creditSuspense: (given) => `Berikan uang titipan ke ${given('pid')}`,
    refundSuspense: () => 'Kembalikan uang titipan ke pembayarnya',
    leaveGuardianship: (given) => `Berhenti menjadi penjaga ${given('pid')}`,
    cancelRecovery: () => 'Hentikan pemulihan akunmu',
  },
};
