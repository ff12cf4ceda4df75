import type { Answer, HttpClient } from './http-client.ts';
import { givePasskey, signInWithSoftPasskey } from './passkey-helper.ts';
import { newPlayer } from './sign-in-helper.ts';
import type { SoftPasskey } from './soft-passkey.ts';
import type { TestService } from './test-service.ts';

export interface ConfirmedCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The declared operation and its path parameters. Default: found by method and path. */
  readonly operation?: string;
  readonly params?: Record<string, string>;
}

interface Declared {
  readonly operation: string;
  readonly method: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

const declaredBy = new Map<string, Promise<readonly Declared[]>>();

/** Makes this browser confirm every request that needs step-up with `passkey`, as PID's pages do. */
export function answersStepUp(client: HttpClient, passkey: SoftPasskey): HttpClient {
  client.confirm = (call) => signStepUp(client, passkey, call);
  return client;
}

/** Signs in with `passkey` in a new browser that confirms requests with it. */
export async function signInConfirming(service: TestService, passkey: SoftPasskey): Promise<HttpClient> {
  const { client } = await signInWithSoftPasskey(service, passkey);
  return answersStepUp(client, passkey);
}

/** Signs in one of `PID_ADMINS` with a passkey that also confirms requests. */
export async function signInAdministrator(
  service: TestService,
  handle: string,
): Promise<{ pid: string; admin: HttpClient; passkey: SoftPasskey }> {
  const { client, pid } = await newPlayer(service, handle);
  const passkey = await givePasskey(client);
  return { pid, passkey, admin: await signInConfirming(service, passkey) };
}

/**
 * Does what a page does after `need=assertion`: gets the challenge, has the passkey sign it and sends the
 * request with the assertion.
 */
export async function withStepUp(
  client: HttpClient,
  passkey: SoftPasskey,
  call: ConfirmedCall,
): Promise<Answer> {
  const headers = { ...call.headers, 'pid-assertion': await signStepUp(client, passkey, call) };
  return client.send(call.method, call.path, call.body, headers);
}

/** Returns the value of the header `pid-assertion` for one request. */
export async function signStepUp(
  client: HttpClient,
  passkey: SoftPasskey,
  call: ConfirmedCall,
): Promise<string> {
  const options = await stepUpOptions(client, call);
  if (options.status !== 200) throw new Error(`step-up refused: ${options.text}`);
  return encodeAssertion(passkey.assert(options.body));
}

export async function stepUpOptions(client: HttpClient, call: ConfirmedCall): Promise<Answer> {
  const url = new URL(call.path, client.baseUrl);
  const found = call.operation
    ? { operation: call.operation, params: call.params ?? {} }
    : await operationOf(client, call.method, url.pathname);
  return client.post('/v1/step-up/options', {
    ...found,
    query: Object.fromEntries(url.searchParams),
    ...(call.body === undefined ? {} : { body: call.body }),
  });
}

export function encodeAssertion(assertion: unknown): string {
  return Buffer.from(JSON.stringify(assertion)).toString('base64url');
}

async function operationOf(client: HttpClient, method: string, path: string) {
  let known = declaredBy.get(client.baseUrl);
  if (!known) declaredBy.set(client.baseUrl, (known = readDeclared(client)));
  for (const declared of await known) {
    const match = declared.method === method ? declared.pattern.exec(path) : null;
    if (match)
      return {
        operation: declared.operation,
        params: Object.fromEntries(
          declared.names.map((name, index) => [name, decodeURIComponent(match[index + 1]!)]),
        ),
      };
  }
  throw new Error(`no operation is declared as ${method} ${path}`);
}

async function readDeclared(client: HttpClient): Promise<Declared[]> {
  const { body } = await client.get('/v1/openapi.json');
  return Object.entries(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => ({
        operation: operationId,
        method: method.toUpperCase(),
        names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
      })),
  );
}
