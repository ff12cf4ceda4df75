using System;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    /// <summary>The address that the browser returns to, and what arrives there.</summary>
    interface IRedirect : IDisposable
    {
        string Uri { get; }

        /// <summary>Completes with the fields of the first response that has our state.</summary>
        Task<Fields> Answer(CancellationToken cancellation);
    }

    /// <summary>A return address with a private-use scheme: the system opens the game with it (RFC 8252, 7.1).</summary>
    sealed class SchemeRedirect : IRedirect
    {
        readonly string state;
        readonly TaskCompletionSource<Fields> answer =
            new TaskCompletionSource<Fields>();

        public SchemeRedirect(string uri, string state)
        {
            Uri = uri;
            this.state = state;
        }

        public string Uri { get; }

        /// <summary>Any program can open the game with such an address, so everything without our state is ignored.</summary>
        public bool Deliver(string url)
        {
            var parts = (url ?? "").Split(new[] { '?' }, 2);
            if (parts.Length != 2 || parts[0] != Uri) return false;
            var fields = Form.Decode(parts[1]);
            return fields?.Find("state") == state && answer.TrySetResult(fields);
        }

        public async Task<Fields> Answer(CancellationToken cancellation)
        {
            using (cancellation.Register(() => answer.TrySetCanceled())) return await answer.Task;
        }

        public void Dispose() => answer.TrySetCanceled();
    }
}
