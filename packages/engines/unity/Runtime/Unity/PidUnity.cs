using System.IO;
using UnityEngine;

namespace Pid.Unity
{
    /// <summary>Creates a PidClient with the parts of Unity.</summary>
    public static class PidUnity
    {
        /// <summary>Call this once, when your game starts.</summary>
        public static PidClient Create(PidOptions options)
        {
            var client = new PidClient(options, Ports());
            Application.deepLinkActivated += url => client.HandleRedirect(url);
            return client;
        }

        /// <summary>The parts that Create uses. To replace one, for example the store, change it and create the PidClient yourself.</summary>
        public static PidPorts Ports()
        {
            var isWeb = Application.platform == RuntimePlatform.WebGLPlayer;
            return new PidPorts
            {
                Http = new UnityHttp(),
                Browser = new UnityBrowser(),
                Clock = new UnityClock(),
                Store = isWeb
                    ? (ITokenStore)new PlayerPrefsTokenStore("pid-session")
                    : new FileTokenStore(Path.Combine(Application.persistentDataPath, "pid-session")),
                Page = isWeb ? WebPage.Instance : null,
            };
        }
    }

    sealed class UnityBrowser : IBrowser
    {
        public void Open(string url) => Application.OpenURL(url);
    }
}
