import { readList, setting, type Reader } from '../platform/config/index.ts';

const readPids: Reader<string[]> = (text) => {
  const pids = readList(text);
  if (!pids.every((pid) => /^[a-z0-9_]{3,20}@pid$/.test(pid)))
    throw new Error('must be identities such as alice@pid, with commas between them');
  return pids;
};

export const adminSettings = {
  admins: setting(
    'PID_ADMINS',
    'Identities that may administer, such as alice@pid,bob@pid; each must already be claimed',
    readPids,
    [],
    'none; the command line can always administer',
  ),
} as const;
