// Loaded into a node with --import: profiles its JavaScript between two requests of the benchmark. The answer to /stop is the profile in the
// format of the Chrome DevTools Protocol (Profiler.Profile).
import { Session } from 'node:inspector/promises';
import { createServer } from 'node:http';

const samplingMicros = 250;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: samplingMicros });

createServer(({ url }, response) => {
  void session
    .post(url === '/start' ? 'Profiler.start' : 'Profiler.stop')
    .then((answer) => response.end(JSON.stringify(answer)));
})
  .listen(Number(process.env.BENCH_PROFILER_PORT), '127.0.0.1')
  .unref();
