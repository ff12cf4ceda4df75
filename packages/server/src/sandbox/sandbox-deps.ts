import type { AccountDeps } from '../account/index.ts';
import type { PlayMoney } from '../checkout/index.ts';
import type { RelyingParty } from '../credentials/index.ts';
import type { PaymentDeps } from '../payments/index.ts';
import type { RateLimiter } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { LoginAs } from '../relying-parties/index.ts';
import type { CookieSettings, SessionDeps } from '../sessions/index.ts';
import type { HandleDeps } from '../sign-in/index.ts';

export interface SandboxDeps extends Needs<'db' | 'clock' | 'ids'>, HandleDeps {
  readonly baseUrl: URL;
  readonly limiter: RateLimiter | null;
  readonly relyingParty: RelyingParty;
  readonly sessions: SessionDeps;
  readonly cookies: CookieSettings;
  readonly playMoney: PlayMoney;
  readonly payments: PaymentDeps;
  readonly loginAs: LoginAs;
  /** Null without wallets. */
  readonly wallets: AccountDeps | null;
}
