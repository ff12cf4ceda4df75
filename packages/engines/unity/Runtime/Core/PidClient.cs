using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    /// <summary>
    /// Signs players in with PID and lets them pay. Create one for your game and call it from the main thread. Every operation throws a
    /// PidError if it does not succeed. Each operation has its own file.
    /// </summary>
    public sealed partial class PidClient
    {
        readonly PidOptions options;
        readonly PidPorts ports;
        readonly CallPid call;
        CancellationTokenSource running;

        public PidClient(PidOptions options, PidPorts ports)
        {
            this.options = options;
            this.ports = ports;
            call = new CallPid(options, ports.Http, ports.Clock);
        }

        /// <summary>Runs a sign-in. A later one ends it, because the player has started again.</summary>
        async Task<PidPlayer> RunSignIn(Func<CancellationToken, Task<PidPlayer>> signIn, CancellationToken cancellation)
        {
            using (var own = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            {
                var earlier = running;
                running = own;
                earlier?.Cancel();
                try
                {
                    return await signIn(own.Token);
                }
                catch (OperationCanceledException)
                {
                    throw cancellation.IsCancellationRequested
                        ? new PidError("aborted", "Your code cancelled the sign-in")
                        : new PidError("superseded", "Another sign-in was started");
                }
                finally
                {
                    if (running == own) running = null;
                }
            }
        }

        /// <summary>Runs an operation. If your code cancels it, it ends with the error aborted, as on all engines.</summary>
        static async Task<T> Run<T>(Func<Task<T>> operation)
        {
            try
            {
                return await operation();
            }
            catch (OperationCanceledException)
            {
                throw new PidError("aborted", "Your code cancelled the operation");
            }
        }

        /// <summary>Runs the work, and ends it with the error timeout if it takes too long.</summary>
        async Task<T> Within<T>(double seconds, Func<CancellationToken, Task<T>> work, CancellationToken cancellation)
        {
            using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            {
                var working = work(limit.Token);
                var first = await Task.WhenAny(working, ports.Clock.Delay(seconds, limit.Token));
                limit.Cancel();
                cancellation.ThrowIfCancellationRequested();
                if (first != working) throw new PidError("timeout", "The player did not finish in time");
                return await working;
            }
        }

        /// <summary>PID ends the player's consent if a code is redeemed twice, because one of the two could be a thief.</summary>
        Task<IReadOnlyDictionary<string, object>> Redeem(Fields fields, string guestToken, CancellationToken cancellation) =>
            WithGuest(fields, guestToken, () => call.PostForm("/oidc/token", false, fields, cancellation));

        /// <summary>If PID refuses the guest, it has not redeemed the code: the player signs in without the guest.</summary>
        static async Task<IReadOnlyDictionary<string, object>> WithGuest(
            Fields fields, string guestToken, Func<Task<IReadOnlyDictionary<string, object>>> redeem)
        {
            if (string.IsNullOrEmpty(guestToken)) return await redeem();
            fields["guest_token"] = guestToken;
            try
            {
                return await redeem();
            }
            catch (PidError refusal) when (refusal.Code == "guest_claimed" || refusal.Code == "guest_unknown")
            {
                fields.Remove("guest_token");
                return await redeem();
            }
        }

        /// <summary>Stores the session and reads who signed in. If reading fails, Resume can still do it later.</summary>
        Task<PidPlayer> Welcome(string accessToken, string guestId, CancellationToken cancellation)
        {
            if (accessToken == null) throw Unexpected("token");
            ports.Store.Save(StoredSession.Write(options, accessToken));
            return ReadPlayer(accessToken, guestId, cancellation);
        }

        async Task<PidPlayer> ReadPlayer(string accessToken, string guestId, CancellationToken cancellation)
        {
            var claims = await call.Get("/oidc/userinfo", accessToken, cancellation);
            return new PidPlayer(
                Json.Text(claims, "sub") ?? throw Unexpected("player"),
                Json.Text(claims, "name"),
                Json.Text(claims, "picture"),
                accessToken,
                guestId);
        }

        static PidError Unexpected(string missing) => new PidError("failed", "The response of PID contains no " + missing);
    }
}
