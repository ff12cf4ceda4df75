using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    public sealed partial class PidClient
    {
        /// <summary>
        /// Returns the player who signed in earlier on this device, or null: then ask the player to sign in. A session lasts 30 days and
        /// ends earlier if the player disconnects your game. Without a connection it throws no_connection and keeps the session.
        /// </summary>
        public Task<PidPlayer> Resume(CancellationToken cancellation = default) => Run(() => ResumeStored(cancellation));

        async Task<PidPlayer> ResumeStored(CancellationToken cancellation)
        {
            var accessToken = StoredSession.ReadToken(ports.Store.Load(), options);
            if (accessToken == null) return null;
            try
            {
                return await ReadPlayer(accessToken, null, cancellation);
            }
            catch (PidError refusal) when (refusal.Status == 401)
            {
                ports.Store.Clear();
                return null;
            }
        }
    }
}
