using UnityEngine;

namespace Pid.Unity
{
    /// <summary>Keeps the token in PlayerPrefs. In WebGL this is the storage of the page, which every script of the same origin can read.</summary>
    public sealed class PlayerPrefsTokenStore : ITokenStore
    {
        readonly string key;

        public PlayerPrefsTokenStore(string key)
        {
            this.key = key;
        }

        public string Load() => PlayerPrefs.HasKey(key) ? PlayerPrefs.GetString(key) : null;

        public void Save(string secret)
        {
            PlayerPrefs.SetString(key, secret);
            PlayerPrefs.Save();
        }

        public void Clear()
        {
            PlayerPrefs.DeleteKey(key);
            PlayerPrefs.Save();
        }
    }
}
