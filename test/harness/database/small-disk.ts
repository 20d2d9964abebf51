// A file system of its own in memory, which is as small as a test wants it and can be full.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Takes all its free space but so many bytes. */
  fill(leave: number): void;
  /** Gives the space back. */
  free(): void;
  /** The bytes that are free. */
  left(): number;
  unmount(): void;
}

/** @returns undefined where this user may not mount, as without root */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync('/tmp/tuma-disk-');
  const mounted =
    process.platform === 'linux' &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0;
  if (!mounted) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  chmodSync(folder, 0o711); // as root, PostgreSQL runs as another user
  const ballast = join(folder, 'ballast');
  const left = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    left,
    fill(leave) {
      const bytes = left() - leave;
      if (bytes > 0) spawnSync('fallocate', ['-l', String(bytes), ballast]);
    },
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      const { status, stderr } = spawnSync('umount', ['-l', folder], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${folder} stays mounted: ${stderr}`);
      rmdirSync(folder);
    },
  };
}
