import { useEffect, useState } from 'preact/hooks';
import { useCommon } from '../../kit/i18n/locale.ts';
import { showToast } from '../../kit/controls/toast.tsx';

export function OfflineNotice() {
  const common = useCommon();
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const lost = () => setOnline(false);
    const regained = () => {
      setOnline(true);
      showToast(common.backOnline);
    };
    window.addEventListener('offline', lost);
    window.addEventListener('online', regained);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', regained);
    };
  }, [common]);
  return (
    // Covers only the header, so that the controls below stay visible.
    <div role="status" class="fixed inset-x-0 top-0 z-20">
      {!online && (
        <p class="border-b border-line bg-warn-soft px-4 py-1.5 text-center text-sm font-semibold text-warn">
          {common.offline}
        </p>
      )}
    </div>
  );
}
