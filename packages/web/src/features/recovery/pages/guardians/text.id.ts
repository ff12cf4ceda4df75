import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Menjadi penjaga',
  lead: 'Pemain yang memercayaimu membantu kalau mereka kehilangan passkey. Kamu tidak melihat uang mereka, dan kamu tidak membayar apa-apa.',
  noneTitle: 'Belum ada yang menunjukmu',
  none: 'Kalau seorang teman menunjukmu sebagai penjaga, ia muncul di sini.',
  trusts: (pid) => `${pid} memercayaimu`,
  terms: (threshold, guardians) => `${threshold} dari ${guardians} penjaga harus setuju.`,
  quiet: 'Sekarang tidak perlu bantuan.',
  asks: (pid) => `${pid} meminta bantuan`,
  call: 'Telepon dulu orangnya. Pesan saja tidak cukup: pencuri akun juga bisa mengirim pesan. Minta ia membacakan nomor ini dari layarnya:',
  approve: 'Nomornya sama: setujui',
  approved: 'Kamu sudah menyetujui. Ia harus menunggu, dan masih bisa dihentikan.',
  leave: 'Berhenti menjadi penjaga',
  leaveTitle: (pid) => `Berhenti menjaga ${pid}?`,
  leaveBody: (pid) =>
    `PID tidak akan menanyakan apa pun lagi tentang ${pid} dan tidak meneruskan persetujuanmu. ${pid} langsung diberi tahu supaya bisa memilih orang lain.`,
  leaveChain:
    'Di blockchain, namamu tetap tercatat sampai ia mengganti penjaganya dengan passkey-nya sendiri. Yang sudah kamu setujui tetap berlaku. Hanya ia yang bisa menunjukmu lagi.',
  leaveConfirm: 'Berhenti',
  left: (pid) => `Kamu tidak lagi menjaga ${pid}`,
  done: 'Disetujui. Terima kasih.',
};
