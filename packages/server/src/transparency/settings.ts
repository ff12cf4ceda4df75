import { optional, readText } from '../platform/config/index.ts';

export const transparencySettings = {
  logState: optional(
    'PID_LOG_STATE',
    'File outside of the database, in a folder that exists, in which nodes keep the last checkpoint of the public log that they have published: a database that was set back is recognised by it',
    readText,
    'only a node that runs recognises that the database was set back',
  ),
} as const;
