// Prints the costs of the program and of the protocol package as the table in the README.
//
// Usage: tsx packages/program/bench/program.ts
import {
  accountIdFromPid,
  addressFromBytes,
  findVaultAddress,
  programAddressAt,
  sha256,
  utf8,
  vaultSeeds,
} from '@pid/protocol';
import { measureProgram, rowOf } from './measure.ts';
import type { Figure } from './measure.ts';

const SAMPLES = 100;

/** CPU time, because other work on the machine affects it less than wall-clock time. */
function microseconds(): number {
  return process.cpuUsage().user;
}

function measureAddresses(): Figure[] {
  const program = addressFromBytes(sha256(utf8('bench')));
  const ids = Array.from({ length: 4_000 }, (_, i) => accountIdFromPid(`player_${i}@pid`));
  const cold: number[] = [];
  const known: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const start = microseconds();
    const found = ids.map((id) => findVaultAddress(program, id));
    const middle = microseconds();
    found.forEach(({ bump }, index) =>
      programAddressAt(program, vaultSeeds(ids[index] ?? accountIdFromPid('')), bump),
    );
    const end = microseconds();
    cold.push(Math.round(((middle - start) / ids.length) * 10) / 10);
    known.push(Math.round(((end - middle) / ids.length) * 10) / 10);
  }
  return [
    { name: 'address on the server, cold, µs', values: cold, limit: 90, exact: false },
    { name: 'address on the server at a known bump, µs', values: known, limit: 6, exact: false },
  ];
}

const figures = [...(await measureProgram(SAMPLES)), ...measureAddresses()];
process.stdout.write(`| | median | worst | limit |\n|---|---|---|---|\n${figures.map(rowOf).join('\n')}\n`);
