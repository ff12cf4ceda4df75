export const text = {
  title: 'For developers',
  headline: 'Sign in with PID, in five minutes',
  lead: 'Your players bring a permanent name, a profile and a balance. You add one link and one request.',
  register: 'Register your app',
  reference: 'API reference',
  copy: 'Copy',
  steps: [
    {
      title: 'Register your app',
      body: 'Give it a name and list the https origins it runs on. Games on http://localhost need no entry, so you can start right away. You get a client id, and a secret that is shown once.',
    },
    {
      title: 'Send the player to PID',
      body: 'A link is enough. Make the state random for each login and keep it in the player’s session. It protects your players from forged logins.',
      code: 'link',
      label: 'In your game',
    },
    {
      title: 'Exchange the code for the player',
      body: 'The player comes back with pid_code and state. The code works once, within five minutes. If the player denies, you get error=access_denied instead.',
      code: 'exchange',
      label: 'On your server: the exchange',
    },
    {
      title: 'Read what they allowed',
      body: 'The token reads identity, profile, balance and statement for 30 days. It cannot change anything. Players can disconnect it under Games and apps; then you get a 401.',
      code: 'read',
      label: 'On your server: reading',
    },
    {
      title: 'Go live',
      body: 'Add your https origin on the page of your app, try the login there, and ask for verification, which shows players a badge.',
    },
  ],
  moreTitle: 'When you need more',
  more: [
    {
      title: 'A popup instead of leaving the page',
      body: 'Open the same address with response_mode=web_message in a popup. It posts { type: "pid:login", pid_code, state } to your origin only. If your page is isolated (COOP), the popup goes to redirect_uri instead, and your page there passes the code on by BroadcastChannel.',
    },
    {
      title: 'A game without a server',
      body: 'Send code_challenge and code_challenge_method=S256 with the login, and code_verifier in place of the secret with the exchange. Registered origins may call the API from the browser.',
    },
    {
      title: 'Any OpenID Connect library',
      body: 'The same login is standard OpenID Connect with code and S256. Give your library this address as the issuer; sub is the pid, which never changes. Scope openid profile tells who the player is; add balance to read balance and statement too.',
    },
    {
      title: 'Stricter settings',
      body: 'Exact return addresses limit codes to the pages you list, such as https://game.example/signed-in, and let a phone app return through com.example.game:/cb (OpenID Connect and S256 only). With “Always require the secret”, only your server can use a code. When you make a new secret, the old one can keep working for up to 7 days (keepPreviousSeconds) while your servers switch.',
    },
    {
      title: 'Asking a player for money',
      body: 'Link to /send?to=somebody@pid&amount=25000&note=Entry%20fee. Everything is filled in. The player sees the fee and confirms. The link alone moves nothing.',
    },
    {
      title: 'Your app’s own token',
      body: 'POST /v1/auth/token with your client id and secret gives a token that reads the app’s own data, such as its balance.',
    },
  ],
};
export type Text = typeof text;
