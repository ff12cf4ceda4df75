/** The form of an app, shared by registering and changing one. */
export const appFormText = {
  name: 'Name',
  nameHint: 'Players see it when they sign in.',
  logo: 'Logo address (optional)',
  logoHint: 'A square picture on https.',
  origins: 'Origins',
  originsHint:
    'Where your game runs, one per line, such as https://game.example. http://localhost needs no entry.',
  originsFlaw: (line: string) => `“${line}” is not valid. Enter an https origin without a path.`,
  originsMany: 'At most 20 origins.',
  redirectUris: 'Exact return addresses (optional)',
  redirectUrisHint:
    'One per line, such as https://game.example/signed-in. If you list any, codes go only to these addresses. For a phone app: com.example.game:/cb, the reversed host of an origin. Adding an address or emptying the list removes the badge of a verified app.',
  redirectUrisFlaw: (line: string) =>
    `“${line}” is not valid. Enter an https address, or one such as com.example.game:/cb.`,
  redirectUrisScheme: (line: string) =>
    `“${line}” belongs to a phone app, which cannot keep a secret. Remove it, or do not require the secret.`,
  redirectUrisMany: 'At most 20 addresses.',
  requireSecret: 'Always require the secret',
  requireSecretHint:
    'For games with a server: a code does not work without the secret, even with PKCE. To turn this off, you must confirm that it is you. It does not affect the badge.',
  rating: 'Age rating (IGRS)',
  ratingHint: 'From which age the game is suitable. It counts for families once PID has checked it.',
  ratingOfOwner: 'Only the owner can change it.',
  noRating: 'Not rated',
  deviceFlow: 'Sign in on consoles and TVs',
  deviceFlowHint:
    'For devices without a browser: the player types a short code on a phone. Turning it on removes the badge of a verified app.',
  feePercent: 'Fee in percent',
  feePercentHint: 'For each payment through your app, 0 to 10.',
  feePercentFlaw: 'Enter a number from 0 to 10 with at most two decimals.',
  feeFlat: 'Fixed fee in rupiah',
  feeFlatHint: 'Added to each payment, 0 to 1,000,000.',
  feeFlatFlaw: 'Enter whole rupiah from 0 to 1,000,000.',
  nameFlaw: 'Enter 1 to 60 characters.',
  logoFlaw: 'Enter an address that begins with https://.',
  contact: 'Contact for payment questions',
  contactHint: 'An email address or an https page. Only players who have paid see it.',
  contactFlaw: 'Enter an email address, or an address that begins with https://.',
  refused: 'This was not accepted. Check it and try again.',
};
export type AppFormText = typeof appFormText;
