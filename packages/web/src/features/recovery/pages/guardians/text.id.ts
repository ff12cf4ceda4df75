import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Kamu sebagai penjaga',
  lead: 'Kamu membantu pemain ini kalau mereka kehilangan passkey. Kamu tidak bisa melihat uang mereka, dan kamu tidak membayar apa-apa.',
  noneTitle: 'Belum ada yang memilihmu',
  none: 'Kalau seorang teman memilihmu sebagai penjaga, namanya muncul di sini.',
  trusts: (pid) => `Kamu penjaga ${pid}`,
  terms: (threshold, guardians) => `${threshold} dari ${guardians} penjaga harus setuju.`,
  quiet: 'Sekarang tidak perlu bantuan.',
  asks: (pid) => `${pid} meminta bantuan`,
  call: 'Telepon dulu orangnya. Pesan saja tidak cukup: pencuri juga bisa mengirim pesan. Minta dia membacakan nomor ini dari layarnya:',
  approve: 'Nomornya sama: setujui',
  approved:
    'Kamu sudah menyetujui. Waktu tunggu dimulai setelah cukup banyak penjaga setuju. Pemulihan ini masih bisa dihentikan.',
  leave: 'Berhenti menjadi penjaga',
  leaveTitle: (pid) => `Berhenti menjadi penjaga ${pid}?`,
  leaveBody: (pid) =>
    `PID tidak akan bertanya lagi tentang ${pid} dan tidak meneruskan persetujuanmu. ${pid} langsung kami beri tahu supaya bisa memilih orang lain.`,
  leaveChain:
    'Di blockchain, kamu tetap tercatat sampai dia mengganti penjaganya dengan passkey-nya. Yang sudah kamu setujui tetap berlaku. Hanya dia yang bisa memilihmu lagi.',
  leaveConfirm: 'Berhenti',
  left: (pid) => `Kamu bukan lagi penjaga ${pid}`,
  done: 'Disetujui. Terima kasih.',
};
