import { appFormText } from '../../parts/text.en.ts';

export const text = {
  title: 'Register an app',
  lead: 'Everything but the client id can be changed later.',
  submit: 'Register',
  form: appFormText,
};
export type Text = typeof text;
