// A node in a separate process that kills itself with SIGKILL at a named point of the relay.
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../src/settings.ts';
import { startService } from '../src/service.ts';

const [connectionString = '', fatalPoint = ''] = process.argv.slice(2);
const service = await startService({
  config: loadConfig(process.env),
  connectionString,
  packageFolder: fileURLToPath(new URL('..', import.meta.url)),
  crashAt(point) {
    if (point === fatalPoint) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`ready ${service.address}\n`);
