import {
  buildRequest,
  createClient,
  Refusal,
  type CallName,
  type Client,
  type Input,
  type Reply,
} from '@pid/contract/client';
import type { DevPasskey } from '../sandbox/index.ts';

const hopsMax = 12;

/** A minimal browser for the development sign-in: cookies and redirects. */
export class DevBrowser {
  readonly service: string;
  readonly #cookies = new Map<string, string>();
  readonly #client: Client;

  constructor(service: string) {
    this.service = service;
    this.#client = createClient({ baseUrl: service, fetch: (url, init) => this.fetch(url, init ?? {}) });
  }

  call: Client['call'] = (...call) => this.#client.call(...call);

  /**
   * Calls an operation. If it is refused with `step_up_required`, signs with the passkey and repeats it, as the
   * pages do. A player without a passkey has a recent sign-in, which is enough.
   */
  async confirmed<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    passkey: DevPasskey | null,
  ): Promise<Reply<Name>> {
    try {
      return await this.#client.call(name, ...([input] as never));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'step_up_required' || !passkey) throw error;
    }
    const { params, body } = buildRequest(name, input);
    const { challenge } = await this.call('stepUpOptions', { operation: name, params, body });
    const header = Buffer.from(JSON.stringify(passkey.assert(challenge))).toString('base64url');
    return this.#client.with({ 'pid-assertion': header }).call(name, ...([input] as never));
  }

  cookie(name: string): string {
    return this.#cookies.get(name) ?? '';
  }

  /** Uses the form of the development provider, which accepts any address. */
  async signIn(email: string): Promise<void> {
    const form = await this.#follow('/v1/auth/signin/dev?returnTo=/home', this.service);
    const submitted = await this.fetch(form, { method: 'POST', body: new URLSearchParams({ email }) });
    await this.#follow(submitted.headers.get('location') ?? '/', form);
  }

  /** Returns the address of the first response that is not a redirect. */
  async #follow(target: string, base: string): Promise<string> {
    let url = new URL(target, base).href;
    for (let hops = 0; hops < hopsMax; hops += 1) {
      const location = (await this.fetch(url, {})).headers.get('location');
      if (!location) return url;
      url = new URL(location, url).href;
    }
    throw new Error('the development sign-in redirects in a loop');
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'text/html, application/json',
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const response = await fetch(url, { ...init, headers: { ...headers, cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const split = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    return response;
  }
}
