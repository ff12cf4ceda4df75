import { useCommon } from '../kit/i18n/locale.ts';
import { CrashPage, ErrorBoundary } from './layout/error-boundary.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { loadFailure, loadingPage, shown } from './router/router.ts';
import { overlay } from '../kit/controls/overlay.ts';
import { ToastRegion } from '../kit/controls/toast.tsx';
import { useSignals } from '../kit/platform/signal.ts';

function LoadingBar() {
  const common = useCommon();
  return (
    <div role="status">
      {loadingPage.value && (
        <div class="fixed inset-x-0 top-0 z-30 h-1 animate-shimmer bg-sun">
          <span class="sr-only">{common.loading}</span>
        </div>
      )}
    </div>
  );
}

export function App() {
  useSignals();
  const current = shown.value;
  const failed = loadFailure.value !== null;
  const page = current?.name ?? 'notFound';
  const layout = failed ? 'public' : (current?.definition.layout ?? 'public');
  const resetKey = current ? `${current.visit.path}?${current.visit.query.toString()}` : '';
  return (
    <>
      <LoadingBar />
      <PageFrame layout={layout} page={page}>
        <ErrorBoundary resetKey={resetKey}>
          {failed ? <CrashPage stale /> : current?.page.render(current.visit)}
        </ErrorBoundary>
      </PageFrame>
      {overlay.value}
      <ToastRegion />
    </>
  );
}
