import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { onFileEnd } from '../../packages/server/test/file-end.ts';

/** What happens to the next request of a path. */
export type Fault =
  /** Responds without asking PID. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Closes the connection before PID receives the request. */
  | 'drop'
  /** Closes the connection after PID has carried out the request. */
  | 'lose'
  /** Changes the body of PID's response. */
  | ((body: string) => string);

export interface FaultyProxy {
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** Plans one fault per request to the path; later requests pass. */
  plan(path: string, ...faults: Fault[]): void;
  /** Forgets requests and planned faults. */
  reset(): void;
}

/** Forwards requests on the port to PID, except for planned faults. */
export async function startFaultyProxy(port: number, target: string): Promise<FaultyProxy> {
  const requests: string[] = [];
  const planned = new Map<string, Fault[]>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', target);
    requests.push(`${request.method} ${pathname}`);
    serve(request, response, target, planned.get(pathname)?.shift()).catch(() => response.destroy());
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  onFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    requests,
    plan: (path, ...faults) => planned.set(path, faults),
    reset() {
      requests.length = 0;
      planned.clear();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  fault?: Fault,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (fault === 'drop') return void response.destroy();
  if (typeof fault === 'object')
    return void response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '');
  const { method, headers, url } = request;
  const asked = forward(new URL(url ?? '', target), { method: method ?? 'GET', headers });
  asked.end(Buffer.concat(chunks));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body: Buffer[] = [];
  for await (const chunk of answer) body.push(chunk as Buffer);
  if (fault === 'lose') return void response.destroy();
  const text = fault ? fault(Buffer.concat(body).toString()) : Buffer.concat(body);
  const { 'transfer-encoding': _chunked, 'content-length': _length, ...kept } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, kept).end(text);
}
