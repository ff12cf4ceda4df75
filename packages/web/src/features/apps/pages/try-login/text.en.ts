export const text = {
  title: 'The login is finished',
  body: 'Your game would continue from here. You can close this window. The result is on the page of your app.',
};
export type Text = typeof text;
