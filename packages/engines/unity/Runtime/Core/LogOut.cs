using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    public sealed partial class PidClient
    {
        /// <summary>
        /// Deletes the session from this device and ends the player's consent, which signs the player out of your game on all devices: PID
        /// cannot end single tokens. If it throws, the session is deleted here, but the token stays valid at PID; the player can end it under
        /// Connected apps. To sign out on this device only, call Clear of your ITokenStore instead.
        /// </summary>
        public Task LogOut(CancellationToken cancellation = default) => Run(() => RevokeStored(cancellation));

        async Task<bool> RevokeStored(CancellationToken cancellation)
        {
            var accessToken = StoredSession.ReadToken(ports.Store.Load(), options);
            ports.Store.Clear();
            if (accessToken == null) return false;
            var fields = new Fields { ["client_id"] = options.ClientId, ["token"] = accessToken };
            await call.PostForm("/oidc/revoke", true, fields, cancellation);
            return true;
        }
    }
}
