import { createECDH, createPublicKey, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import { jwtVerify } from 'jose';
import { onFileEnd } from './file-end.ts';

/** A notification as the browser of the device would get it. */
export interface Pushed {
  readonly payload: {
    readonly tag: string;
    readonly language: string;
    readonly title: string;
    readonly body: string;
    readonly path: string;
    readonly at: number;
  };
  readonly text: string;
  /** The claims and the key of the application server, whose signature was verified. */
  readonly vapid: { readonly sub: string; readonly aud: string; readonly exp: number; readonly key: string };
  readonly ttl: string;
  readonly urgency: string;
  readonly topic: string;
}

export interface FakeDevice {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly received: readonly Pushed[];
  /** Requests so far, whatever the response. */
  requests(): number;
  /** Status and headers of the next responses; null for no response. */
  answer(answer: { status: number; headers?: Record<string, string> } | null): void;
}

interface Device extends FakeDevice {
  readonly ecdh: ECDH;
  readonly received: Pushed[];
  next: { status: number; headers?: Record<string, string> } | null;
  count: number;
}

/** The part of RFC 8030 that an application server needs. It decrypts like a browser and verifies the sender's key. */
export async function startFakePushService() {
  const devices = new Map<string, Device>();
  const problems: unknown[] = [];
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      problems.push(error);
      response.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onFileEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const device = devices.get(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!device) return void response.writeHead(404).end();
    device.count += 1;
    if (device.next === null) return;
    const { status, headers = {} } = device.next;
    if (status === 201) {
      const text = decrypt(Buffer.concat(chunks), {
        version: 'aes128gcm',
        privateKey: device.ecdh,
        authSecret: device.subscription.keys.auth,
      }).toString();
      device.received.push({
        text,
        payload: JSON.parse(text) as Pushed['payload'],
        vapid: await verifyVapid(request.headers.authorization ?? ''),
        ttl: String(request.headers['ttl']),
        urgency: String(request.headers['urgency']),
        topic: String(request.headers['topic']),
      });
    }
    response.writeHead(status, headers).end();
  }

  return {
    url,
    /** Requests that a push service would refuse. */
    problems,
    device(): FakeDevice {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const path = `/send/${randomBytes(12).toString('base64url')}`;
      const device: Device = {
        ecdh,
        received: [],
        next: { status: 201 },
        count: 0,
        requests: () => device.count,
        subscription: {
          endpoint: `${url}${path}`,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
        },
        answer: (next) => void (device.next = next),
      };
      devices.set(path, device);
      return device;
    },
  };
}

/** RFC 8292: an ES256 token and the raw public key. */
async function verifyVapid(header: string): Promise<Pushed['vapid']> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'] });
  return { sub: String(payload.sub), aud: String(payload.aud), exp: payload.exp ?? 0, key };
}
