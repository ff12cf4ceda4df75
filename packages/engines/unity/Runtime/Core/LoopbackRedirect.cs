using System;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    /// <summary>
    /// Listens on a free port of 127.0.0.1 for the redirect of the browser (RFC 8252, 7.3). It runs on the thread pool: Unity pauses the
    /// main thread while the browser is in front, and the player must still see the page that sends them back.
    /// </summary>
    sealed class LoopbackRedirect : IRedirect
    {
        const string RedirectPath = "/signed-in";
        const int RequestLengthMax = 8192;
        static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);

        const string Page =
            "<!doctype html><html lang=\"id\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>PID</title>"
            + "<p>Halaman ini boleh ditutup. Kembali ke game.</p><p lang=\"en\">You can close this page. Return to the game.</p></html>";

        readonly TcpListener listener = new TcpListener(IPAddress.Loopback, 0);
        readonly string state;
        readonly string host;
        readonly TaskCompletionSource<Fields> answer =
            new TaskCompletionSource<Fields>(TaskCreationOptions.RunContinuationsAsynchronously);

        public LoopbackRedirect(string state)
        {
            this.state = state;
            try
            {
                listener.Start();
            }
            catch (SocketException problem)
            {
                throw new PidError("unsupported", "No port of 127.0.0.1 can be opened. Sign in with a code instead", cause: problem);
            }
            host = listener.LocalEndpoint.ToString();
            Uri = "http://" + host + RedirectPath;
            Task.Run(Listen);
        }

        public string Uri { get; }

        public async Task<Fields> Answer(CancellationToken cancellation)
        {
            using (cancellation.Register(() => answer.TrySetCanceled())) return await answer.Task;
        }

        public void Dispose()
        {
            answer.TrySetCanceled();
            listener.Stop();
        }

        async Task Listen()
        {
            try
            {
                // Browsers open idle connections in advance, which must not block the redirect.
                while (true) _ = Serve(await listener.AcceptTcpClientAsync());
            }
            catch (Exception problem) when (problem is ObjectDisposedException || problem is SocketException || problem is InvalidOperationException)
            {
                // Dispose has stopped the listener.
            }
        }

        async Task Serve(TcpClient client)
        {
            using (client)
            {
                try
                {
                    var stream = client.GetStream();
                    var reading = ReadHead(stream);
                    if (await Task.WhenAny(reading, Task.Delay(RequestTimeout)) != reading) return;
                    var (status, fields) = Judge(await reading);
                    var body = fields == null ? "" : Page;
                    var head = "HTTP/1.1 " + status + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + Encoding.UTF8.GetByteCount(body)
                        + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nContent-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n";
                    var bytes = Encoding.UTF8.GetBytes(head + body);
                    await stream.WriteAsync(bytes, 0, bytes.Length);
                    if (fields != null) answer.TrySetResult(fields);
                }
                catch (Exception problem) when (problem is System.IO.IOException || problem is SocketException || problem is ObjectDisposedException)
                {
                    // The browser closed the connection.
                }
            }
        }

        static async Task<string> ReadHead(NetworkStream stream)
        {
            var bytes = new byte[RequestLengthMax];
            var length = 0;
            while (length < bytes.Length)
            {
                var count = await stream.ReadAsync(bytes, length, bytes.Length - length);
                if (count == 0) break;
                length += count;
                var head = Encoding.ASCII.GetString(bytes, 0, length);
                if (head.Contains("\r\n\r\n")) return head;
            }
            return "";
        }

        /// <summary>
        /// Accepts only the redirect that we asked for. Everything else is refused and does not end the sign-in, because any page in the
        /// player's browser can send requests to this port. The host is compared, because a name of another site can point to 127.0.0.1.
        /// </summary>
        (string Status, Fields Fields) Judge(string head)
        {
            var lines = head.Split(new[] { "\r\n" }, StringSplitOptions.None);
            var words = lines[0].Split(' ');
            if (words.Length != 3 || HostOf(lines) != host) return ("400 Bad Request", null);
            var target = words[1].Split(new[] { '?' }, 2);
            if (target[0] != RedirectPath) return ("404 Not Found", null);
            if (words[0] != "GET") return ("405 Method Not Allowed", null);
            var fields = Form.Decode(target.Length == 2 ? target[1] : "");
            return fields?.Find("state") == state ? ("200 OK", fields) : ("400 Bad Request", null);
        }

        static string HostOf(string[] lines)
        {
            string host = null;
            foreach (var line in lines)
            {
                if (!line.StartsWith("host:", StringComparison.OrdinalIgnoreCase)) continue;
                if (host != null) return null;
                host = line.Substring(5).Trim();
            }
            return host;
        }
    }
}
