export const text = {
  title: 'Nothing lives here',
  body: 'This address leads nowhere: it may be mistyped, or what was here is gone. Your identity and your money are fine.',
  home: 'Go to the start page',
};
export type Text = typeof text;
