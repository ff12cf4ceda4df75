import type { Clock } from '../platform/clock.ts';
import { askUpstream } from '../platform/upstream.ts';
import { ProviderUnavailableError, type SignInProvider } from './providers.ts';
import type { SteamConfig } from './settings.ts';

// Steam offers only OpenID 2.0 and no other protocol. The libraries for it are unmaintained and implement
// discovery, associations and identifiers of any server; most attacks on Steam sign-in used exactly these parts
// (docs/adr/0010-openid-by-hand.md). One fixed provider needs none of them.

const namespace = 'http://specs.openid.net/auth/2.0';
/** OpenID Authentication 2.0, section 9.1: the player chooses the account at the provider. */
const anyAccount = 'http://specs.openid.net/auth/2.0/identifier_select';
const timeoutMillis = 10_000;
/** How old an assertion may be, and how far the clocks may differ. */
const nonceAgeMillis = 300_000;
/** Ids of individual accounts: 2^56 + 2^52 + 2^32 plus a number of 32 bits. */
const [firstId, lastId] = [76_561_197_960_265_729n, 76_561_202_255_233_023n];

/**
 * The fields of a positive assertion (section 10.1), with the only forms that are accepted. Line breaks are in none
 * of them: the signature covers `name:value` lines, and a line break would let a value pass as another field.
 */
const forms = {
  ns: /^http:\/\/specs\.openid\.net\/auth\/2\.0$/,
  mode: /^id_res$/,
  op_endpoint: /^[!-~]{1,200}$/,
  claimed_id: /^[!-~]{1,200}$/,
  identity: /^[!-~]{1,200}$/,
  return_to: /^[!-~]{1,500}$/,
  response_nonce: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ[!-~]{0,235}$/,
  assoc_handle: /^[!-~]{1,255}$/,
  signed: /^[a-z_]{1,20}(?:,[a-z_]{1,20}){0,20}$/,
  sig: /^[A-Za-z0-9+/=]{1,255}$/,
} as const;

type Field = keyof typeof forms;
type Assertion = Readonly<Record<Field, string>>;

const fieldNames = Object.keys(forms) as Field[];

/** Fields that the signature must cover (section 10.1). */
const signedFields: readonly Field[] = [
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
];

export interface SteamOptions extends SteamConfig {
  readonly redirectUri: string;
}

export function steamProvider(options: SteamOptions, clock: Clock): SignInProvider {
  const { id, name, origin, redirectUri } = options;
  const endpoint = `${origin}/openid/login`;
  const accounts = `${origin}/openid/id/`;
  // The state binds the assertion to one sign-in of one browser. The sign-in is consumed by one statement, so an
  // assertion works once on all nodes, and an assertion for another site never.
  const returnTo = (state: string) => `${redirectUri}?${new URLSearchParams({ state }).toString()}`;

  return {
    id,
    name,
    responseMode: 'query',
    // Steam cannot be asked to authenticate the player again, and does not report when it did.
    async authorizationUrl({ state }) {
      return withFields(endpoint, {
        ns: namespace,
        mode: 'checkid_setup',
        return_to: returnTo(state),
        realm: new URL(redirectUri).origin,
        identity: anyAccount,
        claimed_id: anyAccount,
      });
    },
    async finish(answer, { state }) {
      if (!(answer instanceof URL)) throw new Error('Steam responds with a redirect');
      const assertion = readAssertion(answer.searchParams);
      const { claimed_id: claimed, identity, response_nonce: nonce } = assertion;
      if (assertion.op_endpoint !== endpoint) throw new Error('op_endpoint is not Steam');
      // mutant (sign-in/steam-provider): assertion.return_to !== returnTo(state) => false
      if (assertion.return_to !== returnTo(state)) throw new Error('return_to is not this sign-in');
      if (identity !== claimed) throw new Error('identity differs from claimed_id');
      const subject = claimed.startsWith(accounts) ? claimed.slice(accounts.length) : '';
      if (!/^\d{17}$/.test(subject) || BigInt(subject) < firstId || BigInt(subject) > lastId)
        throw new Error('claimed_id is not a Steam account');
      const ageMillis = clock.nowMillis() - Date.parse(nonce.slice(0, 20));
      if (!(Math.abs(ageMillis) <= nonceAgeMillis)) throw new Error('response_nonce is too old');
      await verify(endpoint, assertion);
      return {
        provider: id,
        issuer: `${origin}/openid`,
        subject,
        email: '',
        isEmailUnverified: false,
        authTime: null,
      };
    },
  };
}

function withFields(endpoint: string, fields: Readonly<Record<string, string>>): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(`openid.${name}`, value);
  return url;
}

/** Reads each field exactly once, so that nobody else can read another value than this code does. */
function readAssertion(query: URLSearchParams): Assertion {
  const mode = query.get('openid.mode');
  if (mode === 'cancel' || mode === 'error') throw new Error(`Steam responded with the mode ${mode}`);
  const fields = fieldNames.map((name) => {
    const [value, second] = query.getAll(`openid.${name}`);
    if (value === undefined || second !== undefined || !forms[name].test(value))
      throw new Error(`openid.${name} is missing or malformed`);
    return [name, value] as const;
  });
  const assertion = Object.fromEntries(fields) as Record<Field, string>;
  const signed = assertion.signed.split(',');
  if (!signedFields.every((name) => signed.includes(name))) throw new Error('a field is not signed');
  if (new Set(signed).size !== signed.length || !signed.every((name) => Object.hasOwn(forms, name)))
    throw new Error('openid.signed names other fields');
  return assertion;
}

/**
 * Asks Steam whether it made this assertion (section 11.4.2). The endpoint is ours, never one of the response: an
 * attacker's own server would confirm everything. Steam confirms an assertion only once.
 */
async function verify(endpoint: string, assertion: Assertion): Promise<void> {
  // mutant (sign-in/steam-provider): (await checkAuthentication(endpoint, assertion)) !== 'true' => false
  if ((await checkAuthentication(endpoint, assertion)) !== 'true')
    throw new Error('Steam did not make this assertion');
}

async function checkAuthentication(endpoint: string, assertion: Assertion): Promise<string | undefined> {
  const fields = { ...assertion, mode: 'check_authentication' };
  const response = await askUpstream(
    { kind: 'sign_in', host: new URL(endpoint).host },
    'POST sign-in provider',
    () =>
      fetch(endpoint, {
        method: 'POST',
        body: withFields(endpoint, fields).searchParams,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMillis),
      }),
  );
  if (!response.ok) throw new ProviderUnavailableError(`Steam responded with the status ${response.status}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  const values = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  if (values.size !== lines.length || values.get('ns') !== namespace)
    throw new Error('Steam responded in another form');
  return values.get('is_valid');
}

/** Sends Steam an assertion that it did not make. Throws unless Steam says so. */
export async function proveSteam({ origin }: SteamConfig): Promise<void> {
  const account = `${origin}/openid/id/${firstId}`;
  const endpoint = `${origin}/openid/login`;
  const answer = await checkAuthentication(endpoint, {
    ns: namespace,
    mode: 'id_res',
    op_endpoint: endpoint,
    claimed_id: account,
    identity: account,
    return_to: 'https://pid.invalid/',
    response_nonce: '2020-01-01T00:00:00Zx',
    assoc_handle: '1234567890',
    signed: signedFields.join(','),
    sig: 'AAAA',
  });
  if (answer !== 'false') throw new Error('Steam responded in another form');
}
