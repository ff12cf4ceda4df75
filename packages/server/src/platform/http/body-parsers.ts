import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { commonErrors } from '../errors/index.ts';
import { readBody } from './read-body.ts';

const replacementCharacter = '\u{fffd}';

/** JSON only, in well-formed UTF-8 and without prototype keys. Forms are taken where a route asks for them. */
export function installBodyParsers(http: FastifyInstance): void {
  const parseCarefully = http.getDefaultJsonParser('error', 'error');
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(payload, (refusal, bytes) => {
      if (refusal) return done(refusal);
      if (bytes.length === 0) return done(null, request.body);
      const text = bytes.toString('utf8');
      // What is no UTF-8 becomes this character: a text without it need not be read twice.
      if (text.includes(replacementCharacter) && !isUtf8(bytes)) return done(commonErrors.malformedJson());
      const plain = parsePlain(text);
      if (plain !== undefined) return done(null, plain ?? request.body);
      void parseCarefully(request, text, (error, value) =>
        error ? done(commonErrors.malformedJson()) : done(null, value ?? request.body),
      );
    });
  });
  http.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) => {
    if (!request.routeOptions.config.formBody) return done(commonErrors.unsupportedMediaType());
    readBody(payload, (refusal, bytes) => {
      if (refusal) return done(refusal);
      if (!isUtf8(bytes)) return done(commonErrors.validationFailed('body must be UTF-8'));
      return done(null, Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))));
    });
  });
}

/** Without a backslash a key is spelled as it is: a text that has neither name in it needs no further look. Else undefined. */
function parsePlain(text: string): unknown {
  if (text.includes('\\') || text.includes('__proto__') || text.includes('constructor')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
