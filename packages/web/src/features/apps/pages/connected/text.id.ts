import { text as allowanceText } from '../../../money/parts/allowance-text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  allowanceText,
  title: 'Game dan aplikasi',
  lead: 'Game dan aplikasi yang kamu masuki. Masing-masing bisa membaca yang kamu izinkan selama 30 hari sejak kamu terakhir masuk di sana.',
  emptyTitle: 'Belum ada game atau aplikasi',
  emptyBody: 'Saat kamu masuk ke game dengan PID, game itu muncul di sini dan bisa kamu putuskan kapan saja.',
  connected: 'Terhubung',
  lastLogin: 'Terakhir masuk',
  paused: 'Dijeda',
  pausedHint: 'PID menjedanya. Aplikasi ini tidak bisa membaca datamu atau memindahkan uang.',
  end: 'Putuskan',
  endTitle: (name) => `Putuskan ${name}?`,
  endBody:
    'Aksesnya ke datamu langsung hilang, dan ia tidak bisa lagi menagihmu tanpa bertanya. Yang sudah dibaca tidak bisa ditarik kembali. Kamu bisa masuk lagi kapan saja.',
  ended: (name) => `${name} diputuskan.`,
};
