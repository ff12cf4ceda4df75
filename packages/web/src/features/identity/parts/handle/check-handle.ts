export type HandleFlaw = 'empty' | 'short' | 'long' | 'characters';

export const HANDLE_LENGTH = { min: 3, max: 20 } as const;

/**
 * Corrects common habits: capitals, surrounding spaces and the suffix. Other flaws are shown to the player.
 */
export function normaliseHandle(typed: string): string {
  return typed.trim().toLowerCase().replace(/@pid$/u, '');
}

export function findHandleFlaw(handle: string): HandleFlaw | null {
  if (handle === '') return 'empty';
  if (!/^[a-z0-9_]*$/u.test(handle)) return 'characters';
  if (handle.length < HANDLE_LENGTH.min) return 'short';
  return handle.length > HANDLE_LENGTH.max ? 'long' : null;
}
