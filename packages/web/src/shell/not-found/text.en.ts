export const text = {
  title: 'Page not found',
  body: 'The address may be mistyped, or the page no longer exists. Your identity and your money are safe.',
  home: 'Go to the start page',
};
export type Text = typeof text;
