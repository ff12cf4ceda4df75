import { expect, test, vi } from 'vitest';
import { canCreateSilently, sendSignals } from './send-signals.ts';

const known = {
  rpId: 'pid.example',
  userId: 'AAAA',
  name: 'budi@pid',
  displayName: 'Budi',
  acceptedCredentialIds: ['one', 'two'],
};
type Signal = (told: object) => Promise<void>;
type Read = Parameters<typeof sendSignals>[0];
const read = (told: Partial<typeof known> | { acceptedCredentialIds: null } = {}) =>
  vi.fn<Read>(async () => ({ ...known, ...told }));

function keeper() {
  const accepted = vi.fn<Signal>(async () => undefined);
  const details = vi.fn<Signal>(async () => undefined);
  const unknown = vi.fn<Signal>(async () => undefined);
  const PublicKeyCredential = {
    signalAllAcceptedCredentials: accepted,
    signalCurrentUserDetails: details,
    signalUnknownCredential: unknown,
  };
  return { accepted, details, unknown, holder: { PublicKeyCredential } };
}

test('name and accepted passkeys are told, and nothing is ever called unknown', async () => {
  const { accepted, details, unknown, holder } = keeper();
  await sendSignals(read(), holder);
  expect(details).toHaveBeenCalledWith({
    rpId: 'pid.example',
    userId: 'AAAA',
    name: 'budi@pid',
    displayName: 'Budi',
  });
  expect(accepted).toHaveBeenCalledWith({
    rpId: 'pid.example',
    userId: 'AAAA',
    allAcceptedCredentialIds: ['one', 'two'],
  });
  expect(unknown).not.toHaveBeenCalled();
});

test('while it is not certain which passkeys hold a vault no list is told', async () => {
  const { accepted, details, holder } = keeper();
  await sendSignals(read({ acceptedCredentialIds: null }), holder);
  expect(details).toHaveBeenCalledOnce();
  expect(accepted).not.toHaveBeenCalled();
});

test('a browser without signals is left alone, and the service is not asked', async () => {
  for (const holder of [{}, { PublicKeyCredential: {} }]) {
    const asked = read();
    await sendSignals(asked, holder);
    expect(asked).not.toHaveBeenCalled();
  }
});

test('a browser with half of them, one that refuses, and a lost answer harm nobody', async () => {
  const { details } = keeper();
  await sendSignals(read(), { PublicKeyCredential: { signalCurrentUserDetails: details } });
  expect(details).toHaveBeenCalledOnce();
  const refusing = { signalAllAcceptedCredentials: () => Promise.reject(new Error('no')) };
  await sendSignals(read(), { PublicKeyCredential: refusing });
  await sendSignals(() => Promise.reject(new Error('offline')), keeper().holder);
});

test('a passkey is made without a prompt only where the browser says that it can', async () => {
  const saying = (conditionalCreate: boolean) => ({
    PublicKeyCredential: { getClientCapabilities: async () => ({ conditionalCreate }) },
  });
  expect(await canCreateSilently(saying(true))).toBe(true);
  expect(await canCreateSilently(saying(false))).toBe(false);
  expect(await canCreateSilently({})).toBe(false);
  expect(await canCreateSilently({ PublicKeyCredential: {} })).toBe(false);
  const broken = { getClientCapabilities: () => Promise.reject(new Error('no')) };
  expect(await canCreateSilently({ PublicKeyCredential: broken })).toBe(false);
});
