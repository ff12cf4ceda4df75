import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Proses masuk selesai',
  body: 'Di sini game-mu akan melanjutkan. Kamu boleh menutup jendela ini; jawabannya ada di ruang kerja aplikasimu.',
};
