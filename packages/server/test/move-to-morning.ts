import type { TestService } from './test-service.ts';

const daySeconds = 86_400;
const morningSeconds = 3600;

/**
 * Moves the clock to 01:00 UTC (08:00 in Jakarta), so that daily limits do not reset while the tests of a
 * file run.
 */
export function moveToMorning({ clock }: Pick<TestService, 'clock'>): void {
  clock.advanceSeconds(daySeconds - ((clock.nowSeconds() - morningSeconds) % daySeconds));
}
