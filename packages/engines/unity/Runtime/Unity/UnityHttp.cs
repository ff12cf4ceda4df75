using System;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine.Networking;

namespace Pid.Unity
{
    /// <summary>Sends requests with UnityWebRequest, which works on every platform of Unity, WebGL included.</summary>
    public sealed class UnityHttp : IHttp
    {
        public async Task<HttpAnswer> Send(HttpRequest request, CancellationToken cancellation)
        {
            cancellation.ThrowIfCancellationRequested();
            using (var sent = new UnityWebRequest(request.Url, request.Method))
            {
                sent.downloadHandler = new DownloadHandlerBuffer();
                if (request.Body != null) sent.uploadHandler = new UploadHandlerRaw(Encoding.UTF8.GetBytes(request.Body));
                foreach (var header in request.Headers) sent.SetRequestHeader(header.Key, header.Value);
                sent.timeout = (int)Math.Ceiling(request.TimeoutSeconds);
                // A redirect would carry the token to another address.
                sent.redirectLimit = 0;
                await Completion(sent, cancellation);
                cancellation.ThrowIfCancellationRequested();
                // Responses with an error status are ProtocolError; they have a body.
                if (sent.result == UnityWebRequest.Result.ConnectionError || sent.result == UnityWebRequest.Result.DataProcessingError)
                    throw new HttpFault(sent.error);
                var answer = new HttpAnswer((int)sent.responseCode, sent.downloadHandler.text);
                foreach (var header in sent.GetResponseHeaders()) answer.Headers[header.Key] = header.Value;
                return answer;
            }
        }

        static async Task Completion(UnityWebRequest request, CancellationToken cancellation)
        {
            var completion = new TaskCompletionSource<bool>();
            using (cancellation.Register(request.Abort))
            {
                request.SendWebRequest().completed += _ => completion.TrySetResult(true);
                await completion.Task;
            }
        }
    }
}
