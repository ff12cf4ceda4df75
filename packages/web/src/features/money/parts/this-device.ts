import { api } from '../../../kit/api/api.ts';
import type { Api } from '../../../kit/api/create-api.ts';
import { deviceStorage, type SafeStorage } from '../../../kit/platform/storage.ts';

/** What the checks of the books need of a device. */
export interface Device {
  readonly api: Pick<Api, 'call'>;
  readonly storage: Pick<SafeStorage, 'get' | 'set'>;
  /** Reads an address of the service. */
  fetch(path: string): Promise<Response>;
}

export const thisDevice: Device = { api, storage: deviceStorage, fetch: (path) => fetch(path) };

export const LOG_KEY = 'pid:log';
export const TOTAL_KEY = 'pid:total';

/** What a device has seen of the books. */
export interface SeenBooks {
  readonly log: string | null;
  readonly total: string | null;
}

/** Read this before the books are fetched: another tab may see later ones in the meantime. */
export function readSeenBooks({ storage }: Pick<Device, 'storage'>): SeenBooks {
  return { log: storage.get(LOG_KEY), total: storage.get(TOTAL_KEY) };
}
