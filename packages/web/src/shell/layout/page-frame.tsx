import type { ComponentChildren } from 'preact';
import { useCommon } from '../../kit/i18n/locale.ts';
import type { Layout } from '../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../kit/navigation/page-paths.ts';
import type { PageName } from '../../kit/navigation/page-paths.ts';
import { signedInHint } from '../../kit/session/session.ts';
import { Bell, FreezeBanner, OfflineNotice, RecoveryBanner } from './notices.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { LogoMark } from '../../kit/controls/logo.tsx';
import { AccountNavigation } from './navigation.tsx';
import { Preferences } from '../../kit/controls/preferences.tsx';

const BRAND_CLASS = 'flex items-center gap-2 font-display text-xl font-bold';

/** Pages with a single task have no links: in a popup, leaving the page would lose the login. */
function Header({ layout, page }: { layout: Layout; page: PageName }) {
  const common = useCommon();
  const signedIn = signedInHint.value !== null;
  return (
    <header class="mx-auto flex print:hidden w-full max-w-6xl items-center justify-between gap-4 px-4 py-4 sm:px-6">
      {layout === 'flow' ? (
        <p class={BRAND_CLASS}>
          <LogoMark />
          PID
        </p>
      ) : (
        <a href={PAGE_PATHS.landing} class={`${BRAND_CLASS} rounded-md`}>
          <LogoMark />
          PID
        </a>
      )}
      {layout === 'account' && <Bell page={page} />}
      {layout === 'public' && (
        <nav aria-label={common.mainNavigation} class="flex items-center gap-2">
          <a
            class="hidden px-3 py-2 font-semibold text-muted hover:text-ink sm:block"
            href={PAGE_PATHS.developers}
          >
            {common.developers}
          </a>
          <ButtonLink look="plain" small href={signedIn ? PAGE_PATHS.home : PAGE_PATHS.signIn}>
            {signedIn ? common.account : common.signIn}
          </ButtonLink>
        </nav>
      )}
    </header>
  );
}

function Footer() {
  const common = useCommon();
  return (
    <footer class="border-t border-line print:hidden">
      <div class="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-4 px-4 py-5 text-sm text-muted sm:px-6">
        <p class="link-row flex flex-wrap items-center gap-x-5 gap-y-2">
          <span>{common.tagline}</span>
          <a class="text-link" href={PAGE_PATHS.developers}>
            {common.developers}
          </a>
          {/* `/help` is a page of the router; `_self` forces a full load, because the operator may redirect it. */}
          <a class="text-link" href="/help" target="_self">
            {common.help}
          </a>
          <a class="text-link" href="/privacy">
            {common.privacy}
          </a>
          <a class="text-link" href="/terms">
            {common.terms}
          </a>
        </p>
        <Preferences />
      </div>
    </footer>
  );
}

const WIDTHS: Record<Layout, string> = {
  public: 'max-w-6xl',
  flow: 'max-w-lg',
  account: 'max-w-6xl',
};

/** Landmarks, skip link, header and footer around every page. */
export function PageFrame(props: { layout: Layout; page: PageName; children: ComponentChildren }) {
  const common = useCommon();
  const account = props.layout === 'account';
  return (
    <div class={`flex min-h-dvh flex-col ${account ? 'pb-14 lg:pb-0' : ''}`}>
      <a
        href="#content"
        class="button button-sun absolute print:hidden top-3 left-3 z-30 -translate-y-24 focus:translate-y-0"
      >
        {common.skipToContent}
      </a>
      <OfflineNotice />
      <Header layout={props.layout} page={props.page} />
      <div
        class={`mx-auto w-full flex-1 px-4 pb-12 sm:px-6 ${WIDTHS[props.layout]} ${account ? 'lg:flex lg:gap-10' : ''}`}
      >
        {account && <AccountNavigation current={props.page} />}
        <main id="content" tabIndex={-1} class="min-w-0 flex-1 focus:outline-none">
          <div class="contents print:hidden">
            {account && props.page !== 'freeze' && <FreezeBanner />}
            {account && props.page !== 'recovery' && <RecoveryBanner />}
          </div>
          {props.children}
        </main>
      </div>
      <Footer />
    </div>
  );
}
