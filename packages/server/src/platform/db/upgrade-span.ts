import { isNewer } from './compare-versions.ts';
import { MigrationError } from './migration-error.ts';
import type { Schema } from './read-schema.ts';

/** A release that migrated a database. */
export interface AppliedRelease {
  readonly version: string;
  /** Nodes of this release and of later ones run on its schema. */
  readonly upgradesFrom: string;
}

/**
 * The release before databases recorded their release, which begins the history of releases. A database that has its
 * newest migration belongs to it.
 */
const first = { version: '0.1.0', commit: '31f55d73', migration: '202611180700_available_indexes' };

/**
 * The release that last migrated a database. Null: the database is new, or its first migration was interrupted.
 * `recorded` is null if the database has no record of releases.
 */
export function releaseOf(
  migrations: ReadonlyMap<string, unknown>,
  recorded: readonly AppliedRelease[] | null,
): AppliedRelease | null {
  if (recorded)
    return recorded.reduce<AppliedRelease | null>(
      (last, each) => (last && isNewer(last.version, each.version) ? last : each),
      null,
    );
  if (migrations.size === 0) return null;
  if (migrations.has(first.migration)) return { version: first.version, upgradesFrom: first.version };
  throw new MigrationError(
    `This database was migrated by a commit before release ${first.version}. Nothing was changed. Run \`pid migrate\` of release ${first.version} (commit ${first.commit}) first, and replace all nodes.`,
  );
}

/**
 * Refuses a database that is more than one release behind or ahead: only nodes of two successive releases run on one
 * schema.
 */
export function refuseSkipping(release: AppliedRelease | null, { version, upgradesFrom }: Schema): void {
  if (release === null) return;
  // mutant (platform/db/migrate): isNewer(upgradesFrom, release.version) => false
  if (isNewer(upgradesFrom, release.version))
    throw new MigrationError(
      `Release ${version} upgrades a database of release ${upgradesFrom}, and this one was last migrated by release ${release.version}. Nothing was changed. Install release ${upgradesFrom} first: run its \`pid migrate\`, and replace all nodes.`,
    );
  // mutant (platform/db/migrate): isNewer(release.upgradesFrom, version) => false
  if (isNewer(release.upgradesFrom, version))
    throw new MigrationError(
      `Release ${release.version} has migrated this database. Nodes of release ${release.upgradesFrom} and later run on it, and this is release ${version}: install a later one.`,
    );
}
