import { ApiError } from '../../../../kit/api/api-error.ts';
import { api } from '../../../../kit/api/api.ts';

/** Renews an access cookie that has run out; false when nobody is signed in. */
export async function tryRefresh(): Promise<boolean> {
  try {
    await api.post('/v1/auth/refresh', undefined, { session: 'none' });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 401) return false;
    throw error;
  }
}
