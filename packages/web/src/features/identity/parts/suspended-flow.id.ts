import type { Text } from './suspended-flow.en.ts';

export const text: Text = {
  title: 'Identitasmu ditangguhkan',
  meanwhile: 'Kamu tetap bisa melihat semuanya, mengunduh datamu, dan mengambil isi dompetmu.',
  kinds: {
    login: (app) => `Karena itu, kamu belum bisa masuk ke ${app}.`,
    payment: (app) => `Karena itu, kamu belum bisa membayar ${app}. Saldomu tidak berkurang.`,
    session: (app) => `Karena itu, ${app} belum bisa dimainkan dengan dompetmu.`,
    permission: (app) => `Karena itu, ${app} belum bisa diberi izin.`,
  },
  back: (app) => `Kembali ke ${app}`,
  decline: 'Tolak pembayaran',
  declineAndBack: (app) => `Tolak dan kembali ke ${app}`,
};
