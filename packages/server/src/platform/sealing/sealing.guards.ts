import type { Guard } from '../../guard.ts';

const tests = ['open-sealing'];

export const guards: readonly Guard[] = [
  {
    file: 'sealer.ts',
    find: 'setAAD(associatedData(place, masterKey))',
    replace: 'setAAD(associatedData({ ...place, name: "" }, masterKey))',
    breaks: 'what is sealed is no longer bound to its row, and nothing opens where it lies',
    tests,
  },
  {
    file: 'sealer.ts',
    find: 'JSON.stringify([table, name, masterKey])',
    replace: 'JSON.stringify([masterKey, table === "", name === ""])',
    breaks: 'a sealed value opens in another row or table',
    tests,
  },
  {
    file: 'sealer.ts',
    find: 'id === null ? undefined : byId.get(id)',
    replace: 'byId.get(id ?? masterKey)',
    breaks: 'a row without the name of a master key is opened all the same',
    tests,
    equivalent: 'the tag does not fit, because the name of the master key is bound into it',
  },
  {
    file: 'master-key.ts',
    find: 'if (await deps.isSealed()) {',
    replace: 'if ((await deps.isSealed()) && deps.dataDir === "") {',
    breaks: 'a lost master key is replaced by a new one that opens nothing',
    tests,
  },
  {
    file: 'master-key.ts',
    find: '{ mode: 0o600 }',
    replace: '{ mode: 0o644 }',
    breaks: 'other users of the machine read the master key',
    tests,
  },
  {
    file: 'sealed-columns.ts',
    find: 'if (row.master_key !== null) opened(sealer, column, row);',
    replace: 'void [sealer, row];',
    breaks: 'the service starts with a master key that is not the right one',
    tests,
  },
  {
    file: 'sealed-columns.ts',
    find: 'if (row.master_key === sealer.masterKey) continue;',
    replace: 'if (row.master_key !== null) continue;',
    breaks: 'resealing leaves what the old master key sealed',
    tests,
  },
];
