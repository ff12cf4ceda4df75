// identity/me and grants/validate as a NestJS service: production mode, the Fastify adapter, no logger, a
// guard for the session, the ValidationPipe with class-validator for the body. The tokens, the admission with
// its cache of 0.9 s and the calculation of the grant are those of our service, so only the framework
// differs. Decorators are called as functions, as the compiler would have emitted them.
import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Post,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
  Module,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { IsBoolean, IsInt, IsOptional, Matches } from 'class-validator';
import pg from 'pg';
import { describeGrant } from '../../packages/server/src/session-grants/describe-grant.ts';
import { judgeGrant } from '../../packages/server/src/session-grants/judge-grant.ts';
import { getAdmission } from '../../packages/server/src/sessions/sessions.store.ts';
import { signingKey, verifyToken } from '../../packages/server/src/sessions/token-codec.ts';
import { SYSTEM_PROGRAM } from '@pid/protocol';

const [port, databaseUrl, issuer, keyId, secret] = process.argv.slice(2);
const key = signingKey(keyId, Buffer.from(secret, 'hex'));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const verified = new Map();
const admitted = new Map();
const rememberedMillis = 900;

function verify(token) {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const known = verified.get(token);
  if (known) return known.exp > nowSeconds ? known : null;
  const claims = verifyToken(token, { issuer, audience: 'pid_access', nowSeconds }, (kid) =>
    kid === keyId ? key : undefined,
  );
  if (claims) verified.set(token, claims);
  return claims;
}

const guard = {
  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const token = /(?:^|; )pid_access=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const claims = token ? verify(token) : null;
    if (!claims) throw new UnauthorizedException();
    let known = admitted.get(claims.sid);
    if (!known || known.untilMillis <= Date.now()) {
      const untilMillis = Date.now() + rememberedMillis;
      known = { row: await getAdmission(pool, claims.sub, claims.sid), untilMillis };
      admitted.set(claims.sid, known);
    }
    if (known.row.status !== 'active' || known.row.ended_at !== null) throw new UnauthorizedException();
    request.identity = known.row;
    return true;
  },
};

class GrantBody {}
const address = Matches(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const number = Matches(/^(0|[1-9][0-9]{0,19})$/);
const rules = {
  vault: [address],
  accountId: [Matches(/^0x[0-9a-fA-F]{64}$/)],
  sessionPubkey: [address],
  allowedProgram: [address],
  expiresAt: [IsInt()],
  recordedHasAuthority: [IsBoolean()],
  recordedAuthority: [IsOptional(), address],
  recordedSlot: [number],
  deadline: [IsInt()],
  nonce: [number],
};
for (const [field, decorators] of Object.entries(rules))
  for (const decorator of decorators) decorator(GrantBody.prototype, field);

const scope = { genesisHash: new Uint8Array(32).fill(7), program: SYSTEM_PROGRAM };

class IdentityController {
  me(request) {
    const { handle, status, created_at: createdAt } = request.identity;
    return { pid: `${handle}@pid`, status, createdAt: createdAt.toISOString() };
  }
  validate(body) {
    const broken = judgeGrant(body, {
      nowSeconds: Math.floor(Date.now() / 1000),
      isAllowedProgram: () => true,
    });
    if (broken.length > 0) throw new UnauthorizedException(broken.join(', '));
    const { sessionAddress, challenge } = describeGrant(scope, body);
    return { sessionAddress, registerPayload: `0x${Buffer.from(challenge).toString('hex')}` };
  }
}
class HealthController {
  healthz() {
    return { ok: true };
  }
}
class AppModule {}

function decorate(type, method, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(type.prototype, method);
  for (const decorator of decorators) decorator(type.prototype, method, descriptor);
}
Reflect.defineMetadata('design:paramtypes', [Object], IdentityController.prototype, 'me');
Reflect.defineMetadata('design:paramtypes', [GrantBody], IdentityController.prototype, 'validate');
Req()(IdentityController.prototype, 'me', 0);
Body()(IdentityController.prototype, 'validate', 0);
decorate(IdentityController, 'me', Get('v1/identity/me'));
decorate(IdentityController, 'validate', Post('v1/session-keys/grants/validate'), HttpCode(200));
decorate(HealthController, 'healthz', Get('healthz'));
UseGuards(guard)(IdentityController);
Controller()(IdentityController);
Controller()(HealthController);
Module({ controllers: [IdentityController, HealthController] })(AppModule);

const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
await app.listen(Number(port), 'localhost');
