export const text = {
  title: 'The login is done',
  body: 'Here your game would take over. You can close this window; the answer is in the workspace of your app.',
};
export type Text = typeof text;
