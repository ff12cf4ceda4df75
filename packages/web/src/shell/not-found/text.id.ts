import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Tidak ada apa-apa di sini',
  body: 'Alamat ini tidak mengarah ke mana pun: mungkin salah ketik, atau isinya sudah tidak ada. Identitas dan uangmu aman.',
  home: 'Ke halaman awal',
};
