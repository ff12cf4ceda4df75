export const text = {
  title: 'For developers',
  headline: 'Sign in with PID, in five minutes',
  lead: 'Your players bring a permanent name, a profile and a balance. This is the way from a first login to a game that is live.',
  register: 'Register your app',
  reference: 'All guides and the reference',
  steps: [
    {
      title: 'Register your app',
      body: 'Give it a name. Games on http://localhost need no other entry, so you can start right away. You get a client id, and a secret that is shown once.',
      to: '/apps',
      link: 'Your apps',
    },
    {
      title: 'Sign players in',
      body: 'One file for your server and one button for your page. After a login your server knows the pid, which never changes.',
      to: '/docs/sign-in-web',
      link: 'Quick start: sign in on the web',
    },
    {
      title: 'Sell an item',
      body: 'Your server creates a payment, the player confirms it on PID’s page, and your server delivers what the event says. It loses nothing in a crash.',
      to: '/docs/payments',
      link: 'Sell an item and refund it',
    },
    {
      title: 'Test in CI',
      body: 'pid-sandbox is the whole service in one file. Your tests create players with play money, sign them in and let them pay.',
      to: '/docs/testing-in-ci',
      link: 'Testing in CI',
    },
    {
      title: 'Get your money',
      body: 'What players pay lies in the escrow of your app. Pay it out to your balance, or let it settle to your bank account.',
      to: '/docs/payouts',
      link: 'Payouts and settlements',
    },
    {
      title: 'Go live',
      body: 'Check every point of the list before you open your game, and ask for verification, which shows players a badge.',
      to: '/docs/going-live',
      link: 'Production checklist',
    },
  ],
  moreTitle: 'When you need more',
  more: [
    {
      title: 'Unity, Godot and Unreal',
      body: 'Packages for three engines, each with a quick start of ten minutes.',
      to: '/docs/engines',
    },
    {
      title: 'Desktops, phones, consoles and TVs',
      body: 'Sign in with the system browser, or with a code on another screen.',
      to: '/docs/sign-in-native',
    },
    {
      title: 'Any other language',
      body: 'Every flow as plain HTTP requests, and any OpenID Connect library.',
      to: '/docs/plain-http',
    },
    {
      title: 'Try first, sign in later',
      body: 'Guests play without a sign-in, and keep their progress when they sign in.',
      to: '/docs/guests',
    },
    {
      title: 'A monthly pass',
      body: 'The player approves an amount once. Your server charges it each month.',
      to: '/docs/allowances',
    },
    {
      title: 'Moves without prompts',
      body: 'The player confirms once. After that a session key signs the moves of a game on Solana, and PID pays the network fee.',
      to: '/docs/game-sessions',
    },
    {
      title: 'EVM permissions',
      body: 'A key that may call chosen contracts, with a spending limit.',
      to: '/docs/evm-permissions',
    },
    {
      title: 'A team',
      body: 'Developers and finance, each with their own identity.',
      to: '/docs/team',
    },
  ],
};
export type Text = typeof text;
