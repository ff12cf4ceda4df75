import type { Text } from './blocked.en.ts';

export const text: Text = {
  title: 'Uangmu aman, tapi tidak bisa dipindahkan',
  body: 'Identitasmu ditangguhkan. Kamu bisa melihat semuanya, tapi tidak bisa mengirim atau mengisi saldo.',
};
