import { useEffect, useState } from 'preact/hooks';
import { useCommon } from '../../kit/i18n/locale.ts';
import { Notice } from '../../kit/controls/notice.tsx';
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
    <div role="status" class="fixed inset-x-4 bottom-20 z-20 mx-auto max-w-md lg:bottom-6">
      {!online && <Notice tone="warn">{common.offline}</Notice>}
    </div>
  );
}
