import type { Guard } from '../../guard.ts';

export const guards: readonly Guard[] = [
  {
    file: 'device-logins.store.ts',
    find: "and d.decision = 'allowed' and d.spent_at is null and d.expires_at > $3",
    replace: "and d.decision = 'allowed' and d.expires_at > $3",
    breaks: 'a device code gives tokens twice',
    tests: ['relying-parties/device/device'],
  },
  {
    file: 'device-logins.store.ts',
    find: 'and d.decision is null and d.expires_at > $6',
    replace: 'and d.expires_at > $6',
    breaks: 'a second player takes over a device that the first has let in',
    tests: ['relying-parties/device/device'],
  },
  {
    file: 'device-logins.store.ts',
    find: 'from device_logins where device_hash = $1 and client_id = $2 for update',
    replace: 'from device_logins where device_hash = $1 and $2 <> chr(0) for update',
    breaks: 'an app redeems the device code of another',
    tests: ['relying-parties/device/device'],
    equivalent:
      'spending asks for the client once more; this keeps one app from slowing down the device of another',
  },
  {
    file: 'count-guesses.ts',
    find: 'if (exhausted.length > 0)',
    replace: 'if (exhausted.length > 99)',
    breaks: 'codes are guessed without end',
    tests: ['relying-parties/device/device'],
  },
  {
    file: '../oidc/device-grant.ts',
    find: 'if (!app.deviceFlow)',
    replace: 'if (app.clientId === null)',
    breaks: 'whoever knows a client_id leads players to a consent on a device of theirs',
    tests: ['relying-parties/device/device'],
  },
  {
    file: 'decide-device.ts',
    find: 'nearby: pending.network === networkKey(origin.address ?? ',
    replace: 'nearby: pending.network !== networkKey(origin.address ?? ',
    breaks: 'a device on the other side of the world counts as near',
    tests: ['relying-parties/device/device'],
  },
];
