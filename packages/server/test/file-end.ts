type Release = () => unknown;

const releases: Release[] = [];

/**
 * Runs when the test file ends, in reverse order. Unlike `afterAll`, which works only while tests are
 * collected, it may be called in hooks and tests.
 */
export function onFileEnd(release: Release): void {
  releases.push(release);
}

export async function releaseAll(): Promise<void> {
  for (let release = releases.pop(); release; release = releases.pop()) await release();
}
