/** The form of an app, shared by registering and changing one. */
export const appFormText = {
  name: 'Name',
  nameHint: 'Players see it when they sign in.',
  logo: 'Logo address (optional)',
  logoHint: 'A square picture on https.',
  origins: 'Origins',
  originsHint:
    'Where your game runs, one a line, such as https://game.example. http://localhost needs no entry.',
  originsFlaw: (line: string) => `“${line}” is not an https origin without a path.`,
  originsMany: 'At most 20 origins.',
  redirectUris: 'Exact return addresses (optional)',
  redirectUrisHint:
    'One a line, such as https://game.example/signed-in. Once there are any, codes go to these addresses of your origins alone. For a phone app: com.example.game:/cb, the reversed host of an origin. A new address, or emptying the list, costs a verified app its badge.',
  redirectUrisFlaw: (line: string) =>
    `“${line}” is neither an https address nor one such as com.example.game:/cb.`,
  redirectUrisScheme: (line: string) =>
    `“${line}” belongs to a phone app, which cannot keep a secret. Leave it out, or do not require the secret.`,
  redirectUrisMany: 'At most 20 addresses.',
  requireSecret: 'Always require the secret',
  requireSecretHint:
    'For games with a server: a code is worth nothing without the secret, even with PKCE. Taking this back asks you to confirm that it is you. It never touches the badge.',
  deviceFlow: 'Sign in on consoles and TVs',
  deviceFlowHint:
    'For devices without a browser: the player types a short code on a phone. Turning it on costs a verified app its badge.',
  feePercent: 'Fee in percent',
  feePercentHint: 'Of each payment through your app, 0 to 10.',
  feePercentFlaw: 'A number from 0 to 10 with at most two decimals.',
  feeFlat: 'Fixed fee in rupiah',
  feeFlatHint: 'Added to each payment, 0 to 1,000,000.',
  feeFlatFlaw: 'Whole rupiah from 0 to 1,000,000.',
  nameFlaw: '1 to 60 characters.',
  logoFlaw: 'An address that begins with https://.',
  contact: 'Where players ask about a payment',
  contactHint: 'A mail address or an https page. Only players who have paid see it.',
  contactFlaw: 'Write a mail address, or an address that begins with https://.',
  refused: 'This was refused. Check it and try again.',
};
export type AppFormText = typeof appFormText;
