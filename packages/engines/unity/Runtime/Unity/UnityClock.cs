using System.Collections;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Pid.Unity
{
    /// <summary>Waits with a coroutine, because WebGL has no threads for the timers of .NET.</summary>
    public sealed class UnityClock : IClock
    {
        sealed class Waiter : MonoBehaviour
        {
        }

        static Waiter waiter;

        public double NowSeconds => Time.realtimeSinceStartupAsDouble;

        public async Task Delay(double seconds, CancellationToken cancellation)
        {
            var completion = new TaskCompletionSource<bool>();
            using (cancellation.Register(() => completion.TrySetCanceled()))
            {
                Instance.StartCoroutine(Wait((float)seconds, completion));
                await completion.Task;
            }
        }

        static Waiter Instance
        {
            get
            {
                if (waiter == null)
                {
                    var host = new GameObject("Pid clock") { hideFlags = HideFlags.HideAndDontSave };
                    Object.DontDestroyOnLoad(host);
                    waiter = host.AddComponent<Waiter>();
                }
                return waiter;
            }
        }

        static IEnumerator Wait(float seconds, TaskCompletionSource<bool> completion)
        {
            yield return new WaitForSecondsRealtime(seconds);
            completion.TrySetResult(true);
        }
    }
}
