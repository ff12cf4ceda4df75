import { appFormText } from '../../parts/text.id.ts';
import type { Text } from './text.en.ts';

export const text: Text = {
  title: 'Daftarkan aplikasi',
  lead: 'Semuanya bisa diubah nanti, kecuali client id.',
  submit: 'Daftarkan',
  form: appFormText,
};
