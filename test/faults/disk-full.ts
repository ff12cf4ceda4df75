import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A separate small disk that can be filled completely and emptied again. Linux, as root. */
export async function ownDisk(megabytes: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pid-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'], { stdio: 'ignore' }),
    free: () => unlink(ballast),
    async remove() {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a tmpfs can be mounted: only as root, and not in every container. */
export function canMount(): boolean {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0
  );
}
