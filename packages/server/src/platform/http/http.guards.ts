import type { Guard } from '../../guard.ts';

const body = { file: 'collect-body.ts', tests: ['platform/http/slow-and-many'] };
const sizes = { file: 'size-check.ts', tests: ['platform/http/bad-input'] };
const answers = { file: 'error-mapper.ts', tests: ['platform/http/bad-input'] };
const server = { file: 'http-server.ts', tests: ['platform/http/slow-and-many'] };

export const guards: readonly Guard[] = [
  {
    file: 'leave.ts',
    tests: ['platform/http/leave'],
    find: 'if (!leave.lastCall || !repeatable.has(request.method)) {',
    replace: 'if (!leave.lastCall) {',
    breaks: 'what no proxy may repeat is lost while a node goes',
  },
  {
    ...body,
    find: "if (needed > bodyBytesMax) return settle(refuse('body_too_large'));",
    replace: '',
    breaks: 'a body in chunks has no limit',
    tests: ['platform/http/collect-body'],
  },
  {
    ...body,
    find: "if (declared > bodyBytesMax) settle(refuse('body_too_large'));",
    replace: '',
    breaks: 'a body that says that it is too long is read all the same',
    equivalent: 'it is refused once that much of it has come, 64 KiB later',
  },
  {
    ...body,
    find: 'if (length === 0 && needed === declared) bytes = chunk;\n    else {',
    replace:
      '(payload as unknown as { kept: Buffer[] }).kept = [...((payload as unknown as { kept?: Buffer[] }).kept ?? []).slice(-20_000), chunk];\n    {',
    breaks: 'every chunk is kept as an object of its own',
  },
  {
    ...sizes,
    find: 'if (value.length > max) say(`must have at most ${max} entries`);\n    else if',
    replace: 'if',
    breaks: 'every element of an endless array is judged',
  },
  {
    ...sizes,
    find: 'if (value.length > 2 * max) say(`must have at most ${max} characters`);',
    replace: '',
    breaks: 'patterns run over texts of any length',
    equivalent: 'no pattern of ours takes more than linear time; the check is for those to come',
  },
  {
    ...sizes,
    find: 'if (shape.additionalProperties === false && names.length - known.length > strangersMax)',
    replace: 'if (names.length < 0)',
    breaks: 'an error is written for each of thousands of unknown fields',
  },
  {
    ...answers,
    find: '.slice(0, sentencesMax)\n',
    replace: '\n',
    breaks: 'an error answers with as many sentences as there are faults',
  },
  {
    ...answers,
    find: 'if (sentence.length <= sentenceCharactersMax) return sentence;',
    replace: 'if (sentence.length > 0) return sentence;',
    breaks: 'an error answers with names as long as the caller made them',
  },
  {
    ...server,
    find: 'headersTimeout: head,\n',
    replace: '\n',
    breaks: 'a head may take a minute',
  },
  {
    ...server,
    find: 'requestTimeout: arrival.whole,',
    replace: 'requestTimeout: 0,',
    breaks: 'a body may take for ever',
  },
  {
    ...server,
    find: 'http.server.maxHeadersCount = 0;',
    replace: '',
    breaks:
      'two thousand headers hide what a proxy says of the caller: metrics are told, limits and logs name the proxy',
  },
  {
    ...server,
    find: '|| ceiling.isBeyond(request.raw.socket)',
    replace: '',
    breaks: 'connections have no ceiling',
  },
  {
    ...server,
    find: 'if (trustsProxies) cleanForwardedHeader(request);',
    replace: '',
    breaks: 'another port, or a word that is no address, is another caller',
    tests: ['platform/http/rate-limits'],
  },
  {
    ...server,
    find: "else reply.header('cache-control', 'no-store');",
    replace: '',
    breaks: 'a cache keeps what is about somebody',
    tests: ['platform/http/bad-input'],
  },
  {
    ...server,
    find: 'trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,',
    replace: 'trustProxy: true,',
    breaks: 'anybody names the address that their requests count against',
    tests: ['platform/http/rate-limits'],
  },
  {
    file: 'addresses.ts',
    find: 'if (isIP(address) === 0) break;',
    replace: '',
    breaks: 'what is no address counts as one',
    tests: ['platform/http/addresses'],
  },
  {
    file: 'addresses.ts',
    find: '.slice(0, 4)\n',
    replace: '\n',
    breaks: 'a household has as many limits as addresses',
    tests: ['platform/http/addresses'],
  },
  {
    file: 'plain-values.ts',
    find: 'return text.isWellFormed() && ',
    replace: 'return ',
    breaks: 'half a character reaches PostgreSQL, which refuses it: 500',
    tests: ['platform/http/bad-input'],
  },
  {
    file: 'plain-values.ts',
    find: " && !text.includes('\\0')",
    replace: '',
    breaks: 'NUL reaches PostgreSQL, which refuses it: 500',
    tests: ['platform/http/bad-input'],
  },
  {
    file: 'plain-values.ts',
    find: 'if (depth > depthMax)',
    replace: 'if (depth < 0)',
    breaks: 'a nested body overflows the stack of whoever walks it',
    tests: ['platform/http/bad-input'],
  },
  {
    file: 'cursor.ts',
    find: ' && moment.toISOString() === text',
    replace: '',
    breaks: 'a cursor of 30 February reaches PostgreSQL',
    tests: ['platform/http/cursor'],
  },
  {
    file: 'cursor.ts',
    find: '(?:19[7-9]|[2-9]\\d\\d)\\d-',
    replace: '\\d{4}-',
    breaks: 'a cursor of the year 0 reaches PostgreSQL',
    tests: ['platform/http/cursor'],
  },
  {
    file: 'validator.ts',
    find: 'strictNumbers: true,',
    replace: 'strictNumbers: false,',
    breaks: '1e400 is an integer',
    equivalent:
      'every number of the contract has a maximum, which infinity exceeds, but for those of the development faucet, which judges them itself',
    tests: ['test/api/raw-json'],
  },
  {
    file: 'validator.ts',
    find: "if (typeof entry === 'number' && !Number.isFinite(entry))",
    replace: 'if (false)',
    breaks: 'limit=1e400 reaches PostgreSQL',
    tests: ['test/api/raw-json'],
  },
  {
    file: '../../../../contract/src/strict-schema.ts',
    find: "copy['additionalProperties'] = false;",
    replace: '',
    breaks: 'a misspelt field is ignored without a word',
    tests: ['platform/http/bad-input'],
  },
  {
    file: 'idempotency.ts',
    find: 'sha256(canonicalJson([operation, request.body ?? null]))',
    replace: 'sha256(canonicalJson([request.body ?? null]))',
    breaks: 'a key that paid for one thing answers for another',
    tests: ['platform/http/idempotency'],
  },
  {
    file: 'idempotency.ts',
    find: 'sha256(canonicalJson([operation, request.body ?? null]))',
    replace: 'sha256(canonicalJson([operation]))',
    breaks: 'a key with another body answers for the first',
    tests: ['platform/http/idempotency'],
  },
  {
    file: 'rate-limits.ts',
    find: 'if (windows.size >= keysMax) classes.set(limitClass, (windows = thinned(windows, now)));',
    replace: '',
    breaks: 'a flood of addresses fills the memory',
    tests: ['platform/http/rate-limits'],
  },
  {
    file: 'rate-limits.ts',
    find: 'allowed: count <= limit',
    replace: 'allowed: count <= limit + 1',
    breaks: 'a limit lets one more through than it says',
    tests: ['platform/http/rate-limits'],
  },
];
