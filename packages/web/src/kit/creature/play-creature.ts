import type { Show } from './show.ts';

/**
 * Lets the player's creature play a short scene over the page. It takes no clicks and no focus, and ends by itself. Its
 * script loads on use; returns false if it does not load.
 */
export async function playCreature(show: Show): Promise<boolean> {
  try {
    (await import('./creature.tsx')).play(show);
    return true;
  } catch {
    return false;
  }
}
