using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Pid.Unity
{
    /// <summary>
    /// Signs in with the JavaScript SDK that the page around a WebGL build has loaded (see "WebGL" in the README). Plugins/WebGL/pid.jslib
    /// calls the SDK and sends the result to this object by its name.
    /// </summary>
    sealed class WebPage : MonoBehaviour, IPage
    {
        static WebPage instance;
        TaskCompletionSource<string> running;

        public static WebPage Instance
        {
            get
            {
                if (instance == null)
                {
                    var host = new GameObject("PidWebPage");
                    DontDestroyOnLoad(host);
                    instance = host.AddComponent<WebPage>();
                }
                return instance;
            }
        }

        public async Task<PageCode> SignIn(PidOptions options, CancellationToken cancellation)
        {
            var own = running = new TaskCompletionSource<string>();
            using (cancellation.Register(() => own.TrySetCanceled()))
            {
                PidSignIn(options.BaseUrl, options.ClientId, options.Scope, name, nameof(OnAnswer));
                return PageCode.Read(await own.Task);
            }
        }

        /// <summary>Called by pid.jslib.</summary>
        public void OnAnswer(string json) => running.TrySetResult(json);

#if UNITY_WEBGL && !UNITY_EDITOR
        [DllImport("__Internal")]
        static extern void PidSignIn(string baseUrl, string clientId, string scope, string receiver, string method);
#else
        static void PidSignIn(string baseUrl, string clientId, string scope, string receiver, string method) =>
            throw new PidError("unsupported", "Only WebGL builds have a page");
#endif
    }
}
