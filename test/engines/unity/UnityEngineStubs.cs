// Signatures of the parts of Unity 2021.3 that the package uses, only to compile against. Nothing here runs.
using System;
using System.Collections;
using System.Collections.Generic;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; }
        public HideFlags hideFlags { get; set; }
        public static void DontDestroyOnLoad(Object target) => throw new NotSupportedException();
        public static bool operator ==(Object left, Object right) => throw new NotSupportedException();
        public static bool operator !=(Object left, Object right) => throw new NotSupportedException();
        public override bool Equals(object other) => throw new NotSupportedException();
        public override int GetHashCode() => throw new NotSupportedException();
    }

    [Flags]
    public enum HideFlags { None = 0, HideAndDontSave = 61 }

    public class Component : Object { }

    public class Behaviour : Component { }

    public class MonoBehaviour : Behaviour
    {
        public Coroutine StartCoroutine(IEnumerator routine) => throw new NotSupportedException();
    }

    public sealed class GameObject : Object
    {
        public GameObject(string name) { }
        public T AddComponent<T>() where T : Component => throw new NotSupportedException();
    }

    public class YieldInstruction { }

    public sealed class Coroutine : YieldInstruction { }

    public abstract class CustomYieldInstruction : IEnumerator
    {
        public object Current => throw new NotSupportedException();
        public bool MoveNext() => throw new NotSupportedException();
        public void Reset() => throw new NotSupportedException();
    }

    public class WaitForSecondsRealtime : CustomYieldInstruction
    {
        public WaitForSecondsRealtime(float time) { }
    }

    public class AsyncOperation : YieldInstruction
    {
        public event Action<AsyncOperation> completed { add { } remove { } }
    }

    public static class Time
    {
        public static double realtimeSinceStartupAsDouble => throw new NotSupportedException();
    }

    public enum RuntimePlatform { WebGLPlayer = 17 }

    public static class Application
    {
        public static string persistentDataPath => throw new NotSupportedException();
        public static RuntimePlatform platform => throw new NotSupportedException();
        public static event Action<string> deepLinkActivated { add { } remove { } }
        public static void OpenURL(string url) => throw new NotSupportedException();
    }

    public static class Debug
    {
        public static void Log(object message) => throw new NotSupportedException();
    }

    public static class PlayerPrefs
    {
        public static bool HasKey(string key) => throw new NotSupportedException();
        public static string GetString(string key) => throw new NotSupportedException();
        public static void SetString(string key, string value) => throw new NotSupportedException();
        public static void DeleteKey(string key) => throw new NotSupportedException();
        public static void Save() => throw new NotSupportedException();
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string tooltip) { }
    }

    public struct Rect
    {
        public Rect(float x, float y, float width, float height) { }
    }

    public sealed class GUILayoutOption { }

    public static class GUILayout
    {
        public static void BeginArea(Rect screenRect) => throw new NotSupportedException();
        public static void EndArea() => throw new NotSupportedException();
        public static void Label(string text, params GUILayoutOption[] options) => throw new NotSupportedException();
        public static bool Button(string text, params GUILayoutOption[] options) => throw new NotSupportedException();
    }
}

namespace UnityEngine.Networking
{
    public class UnityWebRequestAsyncOperation : AsyncOperation { }

    public class DownloadHandler
    {
        public string text => throw new NotSupportedException();
    }

    public sealed class DownloadHandlerBuffer : DownloadHandler { }

    public class UploadHandler { }

    public sealed class UploadHandlerRaw : UploadHandler
    {
        public UploadHandlerRaw(byte[] data) { }
    }

    public class UnityWebRequest : IDisposable
    {
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }

        public UnityWebRequest(string url, string method) { }
        public DownloadHandler downloadHandler { get; set; }
        public UploadHandler uploadHandler { get; set; }
        public int timeout { get; set; }
        public int redirectLimit { get; set; }
        public Result result => throw new NotSupportedException();
        public string error => throw new NotSupportedException();
        public long responseCode => throw new NotSupportedException();
        public void SetRequestHeader(string name, string value) => throw new NotSupportedException();
        public Dictionary<string, string> GetResponseHeaders() => throw new NotSupportedException();
        public UnityWebRequestAsyncOperation SendWebRequest() => throw new NotSupportedException();
        public void Abort() => throw new NotSupportedException();
        public void Dispose() => throw new NotSupportedException();
    }
}
