import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalid, refuse } from '../errors/index.ts';
import { collectBody } from './collect-body.ts';
import { illFormed, isPlainText, problemOf } from './plain-values.ts';

/** Accepts JSON only, in UTF-8 and without prototype keys. Forms are accepted where a route declares them. */
export function installBodyParsers(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error');
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', (request, payload, done) => {
    const collected = request.collectedBody ?? collectBody(payload);
    collected((refusal, bytes) => {
      if (refusal) return done(refusal);
      if (bytes.length === 0) return done(null, request.body);
      if (!isUtf8(bytes)) return done(refuse('malformed_json'));
      const text = bytes.toString('utf8');
      void parseJson(request, text, (error, value) => {
        if (error) done(refuse('malformed_json'));
        else done(problemOf(value, text), value ?? request.body);
      });
    });
  });
  http.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) => {
    if (!request.routeOptions.config.formBody) return done(refuse('unsupported_media_type'));
    const collected = request.collectedBody ?? collectBody(payload);
    collected((refusal, bytes) => {
      if (refusal) return done(refusal);
      if (!isUtf8(bytes)) return done(invalid('body must be UTF-8'));
      const fields = [...new URLSearchParams(bytes.toString('utf8'))];
      if (!fields.flat().every(isPlainText)) return done(illFormed('body'));
      return done(null, Object.fromEntries(fields));
    });
  });
}
