import { createServer } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress, isPublicHostName, lookupPublic } from './public-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '142.250.4.188', '172.32.0.1', '2404:6800:4003:c00::bc'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  'printer',
  'a.local',
  'metadata.google.internal',
  'a.localhost',
  'a.',
])('%s is no public host name', (name) => {
  expect(isPublicHostName(name)).toBe(false);
});

test('a connection to a name that resolves to this machine is refused', async () => {
  const server = createServer((_request, response) => response.end('inside'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reach = (options: object) =>
    new Promise<string>((resolve, reject) => {
      request({ host: 'localhost', port, family: 4, agent: false, ...options }, (response) => {
        response.resume();
        resolve('reached');
      })
        .on('error', reject)
        .end();
    });
  await expect(reach({})).resolves.toBe('reached');
  await expect(reach({ lookup: lookupPublic })).rejects.toThrow('localhost is not on the public internet');
  await new Promise((resolve) => server.close(resolve));
});
