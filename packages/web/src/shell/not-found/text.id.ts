import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Halaman tidak ditemukan',
  body: 'Mungkin alamatnya salah ketik, atau halamannya sudah tidak ada. Identitas dan uangmu aman.',
  home: 'Ke halaman awal',
};
