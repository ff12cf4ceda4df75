// `node scripts/sbom.mjs`: prints the bill of materials of the production dependencies (CycloneDX), from package-lock.json and without a network.
// SOURCE_DATE_EPOCH replaces the current time.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const epoch = process.env.SOURCE_DATE_EPOCH;
const { name, packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);

// `--omit=dev` of npm also omits a package that one workspace needs in production and another for development.
const needed = new Set(
  Object.entries(packages)
    .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
    .map(([place, entry]) => `${entry.name ?? nameOf(place)}@${entry.version}`),
);
bill.components = bill.components.filter((component) => needed.has(component['bom-ref']));
const listed = new Set(bill.components.map((component) => component['bom-ref']));
const missing = [...needed].filter((reference) => !listed.has(reference));
if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`);
const own = bill.metadata.component;
bill.dependencies = bill.dependencies
  .filter(({ ref }) => needed.has(ref) || ref === own['bom-ref'])
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => needed.has(each)) }));

// npm writes the name of the folder, the current time and a random number.
own.name = name;
if (epoch !== undefined) {
  bill.metadata.timestamp = new Date(Number(epoch) * 1000).toISOString();
  delete bill.serialNumber;
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`;
}
console.log(JSON.stringify(bill, null, 2));

function nameOf(place) {
  const installed = place.lastIndexOf('node_modules/');
  if (installed !== -1) return place.slice(installed + 'node_modules/'.length);
  return JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8')).name;
}

/** A UUID of version 8 (RFC 9562), from a hash. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
