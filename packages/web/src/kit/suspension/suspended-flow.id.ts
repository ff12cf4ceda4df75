import type { Text } from './suspended-flow.en.ts';

export const text: Text = {
  title: 'Identitasmu ditangguhkan',
  meanwhile: 'Kamu tetap bisa melihat semuanya, mengunduh datamu, dan mengirim isi dompetmu.',
  kinds: {
    login: (app) => `Untuk sementara, kamu tidak bisa masuk ke ${app}.`,
    payment: (app) => `Untuk sementara, kamu tidak bisa membayar ${app}. Saldomu tidak berkurang.`,
    allowance: (app) =>
      `Untuk sementara, kamu tidak bisa mengizinkan ${app} menagihmu. Tidak ada yang ditagih.`,
    session: (app) => `Untuk sementara, ${app} tidak bisa memakai dompetmu.`,
    permission: (app) => `Untuk sementara, kamu tidak bisa memberi izin ke ${app}.`,
  },
  back: (app) => `Kembali ke ${app}`,
  decline: 'Tolak pembayaran',
  declineAndBack: (app) => `Tolak dan kembali ke ${app}`,
};
