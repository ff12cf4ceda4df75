import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Login selesai',
  body: 'Dari sini game-mu akan melanjutkan. Jendela ini boleh ditutup. Hasilnya ada di halaman aplikasimu.',
};
