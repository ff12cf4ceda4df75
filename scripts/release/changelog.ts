const heading = '## Unreleased\n';

/** Moves the section Unreleased to one with the version. Throws a sentence if there is nothing to release. */
export function releaseChangelog(
  text: string,
  { version, upgradesFrom, date }: { version: string; upgradesFrom: string; date: string },
): string {
  const begins = text.indexOf(heading);
  if (begins === -1) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const rest = text.slice(begins + heading.length);
  const ends = rest.search(/^## /m);
  const section = ends === -1 ? rest : rest.slice(0, ends);
  if (!/^- /m.test(section)) throw new Error('The section Unreleased of CHANGELOG.md is empty.');
  return `${text.slice(0, begins)}${heading}
## ${version} (${date})

Upgrades databases of release ${upgradesFrom}; nodes of both releases run side by side.

${section.trim()}
${ends === -1 ? '' : `\n${rest.slice(ends)}`}`;
}
