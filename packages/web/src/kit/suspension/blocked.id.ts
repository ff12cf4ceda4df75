import type { Text } from './blocked.en.ts';

export const text: Text = {
  money: {
    title: 'Uangmu aman, tapi tidak bisa dipindahkan',
    body: 'Identitasmu ditangguhkan. Kamu bisa melihat semuanya, tapi tidak bisa mengirim atau mengisi saldo.',
  },
  change: {
    title: 'Untuk sementara, ini tidak bisa kamu ubah',
    body: 'Identitasmu ditangguhkan. Kamu bisa melihat semuanya, tapi tidak bisa mengubah apa pun.',
  },
};
