import { appFormText } from '../../parts/text.en.ts';

export const text = {
  title: 'Register an app',
  lead: 'You can change everything later except the client id.',
  submit: 'Register',
  form: appFormText,
};
export type Text = typeof text;
