import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { commonErrors } from '../errors/index.ts';

/** JSON only, in well-formed UTF-8 and without prototype keys. Forms are taken where a route asks for them. */
export function installBodyParsers(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error');
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, payload, done) => {
    const bytes = payload as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(commonErrors.malformedJson());
    return parseJson(request, bytes.toString('utf8'), (error, value) =>
      error ? done(commonErrors.malformedJson()) : done(null, value),
    );
  });
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, payload, done) => {
      if (!request.routeOptions.config.formBody) return done(commonErrors.unsupportedMediaType());
      const bytes = payload as Buffer;
      if (!isUtf8(bytes)) return done(commonErrors.validationFailed('body must be UTF-8'));
      return done(null, Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))));
    },
  );
}
