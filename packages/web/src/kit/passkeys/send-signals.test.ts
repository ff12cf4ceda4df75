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

test('signals the name and the accepted passkeys, and never an unknown passkey', async () => {
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

test('signals no list while it is uncertain which passkeys hold a vault', async () => {
  const { accepted, details, holder } = keeper();
  await sendSignals(read({ acceptedCredentialIds: null }), holder);
  expect(details).toHaveBeenCalledOnce();
  expect(accepted).not.toHaveBeenCalled();
});

test('makes no request to the service in a browser without signals', async () => {
  for (const holder of [{}, { PublicKeyCredential: {} }]) {
    const asked = read();
    await sendSignals(asked, holder);
    expect(asked).not.toHaveBeenCalled();
  }
});

test('tolerates a browser with only some signals, a refusal and a lost response', async () => {
  const { details } = keeper();
  await sendSignals(read(), { PublicKeyCredential: { signalCurrentUserDetails: details } });
  expect(details).toHaveBeenCalledOnce();
  const refusing = { signalAllAcceptedCredentials: () => Promise.reject(new Error('no')) };
  await sendSignals(read(), { PublicKeyCredential: refusing });
  await sendSignals(() => Promise.reject(new Error('offline')), keeper().holder);
});

test('a passkey is created without a prompt only if the browser supports it', async () => {
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
