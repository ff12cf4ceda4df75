// Calls the core of the Unity package from Mono. See engine-program.ts for the lines that it prints.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Pid;

static class Driver
{
    const double Speed = 50;
    static readonly CancellationTokenSource Abort = new CancellationTokenSource();

    static int Main(string[] words)
    {
        var flags = words.Skip(4).SkipWhile(word => !word.StartsWith("--")).ToList();
        var options = new PidOptions(words[0], words[1])
        {
            RedirectUri = Flag(flags, "--redirect"),
            SignInTimeoutSeconds = Number(Flag(flags, "--timeout")) ?? 60000,
            PaymentTimeoutSeconds = Number(Flag(flags, "--timeout")) ?? 60000,
        };
        var client = new PidClient(options, new PidPorts
        {
            Http = new MonoHttp(),
            Browser = new PrintingBrowser(),
            Clock = new FastClock(),
            Store = new FileTokenStore(words[2]),
            Page = Flag(flags, "--page") == null ? null : new GivenPage(Flag(flags, "--page")),
        });
        Task.Run(() => Listen(client));
        Say(Outcome(() => Run(client, words)).GetAwaiter().GetResult());
        return 0;
    }

    static async Task<string> Run(PidClient client, string[] words)
    {
        var guest = Flag(words.ToList(), "--guest");
        switch (words[3])
        {
            case "sign-in": return Shown(await client.SignInWithPid(guest, Abort.Token));
            case "sign-in-twice":
                var first = Outcome(async () => Shown(await client.SignInWithPid(null, Abort.Token)));
                var second = client.SignInWithPid(null, Abort.Token);
                Say("FIRST " + await first);
                return Shown(await second);
            case "code":
                return Shown(await client.SignInWithCode(code => Say("CODE " + code.UserCode + " " + code.VerificationUri), guest, Abort.Token));
            case "resume": return Shown(await client.Resume(Abort.Token));
            case "log-out":
                await client.LogOut(Abort.Token);
                return "DONE";
            case "pay": return "STATUS " + await client.RequestPayment(words[4], token => ReadStatus(words[5], token), Abort.Token);
            default: throw new ArgumentException(words[3]);
        }
    }

    static async Task<string> ReadStatus(string url, CancellationToken cancellation)
    {
        var answer = await new MonoHttp().Send(new HttpRequest { Method = "GET", Url = url, TimeoutSeconds = 10 }, cancellation);
        return answer.Status == 200 ? answer.Body : throw new PidError("failed", answer.Body, answer.Status);
    }

    static async Task<string> Outcome(Func<Task<string>> work)
    {
        try
        {
            return await work();
        }
        catch (PidError error)
        {
            var context = error.Context.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => " " + pair.Key + "=" + pair.Value);
            return "ERROR " + error.Code + " " + error.Status + " " + error.RetryAfterSeconds + " " + (error.RequestId ?? "-") + string.Concat(context);
        }
    }

    static void Listen(PidClient client)
    {
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
            if (line == "abort") Abort.Cancel();
            else Say("HANDLED " + (client.HandleRedirect(line.Substring("redirect ".Length)) ? "true" : "false"));
    }

    static string Shown(PidPlayer player) =>
        player == null ? "NONE" : "PLAYER " + player.Pid + (player.GuestId == null ? "" : " " + player.GuestId);

    static string Flag(List<string> flags, string name)
    {
        var at = flags.IndexOf(name);
        return at < 0 ? null : flags[at + 1];
    }

    static double? Number(string text) => text == null ? (double?)null : double.Parse(text, CultureInfo.InvariantCulture);

    static void Say(string line)
    {
        lock (Abort) Console.WriteLine(line);
    }

    sealed class PrintingBrowser : IBrowser
    {
        public void Open(string url) => Say("OPEN " + url);
    }

    /// <summary>Takes the place of the page around a WebGL build.</summary>
    sealed class GivenPage : IPage
    {
        readonly string answer;

        public GivenPage(string answer)
        {
            this.answer = answer;
        }

        public Task<PageCode> SignIn(PidOptions options, CancellationToken cancellation) => Task.FromResult(PageCode.Read(answer));
    }

    sealed class FastClock : IClock
    {
        readonly Stopwatch watch = Stopwatch.StartNew();

        public double NowSeconds => watch.Elapsed.TotalSeconds;

        public Task Delay(double seconds, CancellationToken cancellation)
        {
            // The limit of an operation is not a pause.
            if (seconds < 60000) Say("WAIT " + seconds.ToString(CultureInfo.InvariantCulture));
            return Task.Delay(TimeSpan.FromSeconds(seconds / Speed), cancellation);
        }
    }

    /// <summary>Takes the place of UnityWebRequest.</summary>
    sealed class MonoHttp : IHttp
    {
        static readonly HttpClient Http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false });

        public async Task<HttpAnswer> Send(HttpRequest request, CancellationToken cancellation)
        {
            using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            using (var sent = new HttpRequestMessage(new HttpMethod(request.Method), request.Url))
            {
                limit.CancelAfter(TimeSpan.FromSeconds(request.TimeoutSeconds));
                sent.Headers.ConnectionClose = true;
                if (request.Body != null)
                {
                    sent.Content = new StringContent(request.Body);
                    sent.Content.Headers.Remove("Content-Type");
                }
                foreach (var header in request.Headers)
                    (header.Key == "Content-Type" ? (System.Net.Http.Headers.HttpHeaders)sent.Content.Headers : sent.Headers)
                        .TryAddWithoutValidation(header.Key, header.Value);
                try
                {
                    using (var received = await Http.SendAsync(sent, limit.Token))
                    {
                        var answer = new HttpAnswer((int)received.StatusCode, await received.Content.ReadAsStringAsync());
                        foreach (var header in received.Headers) answer.Headers[header.Key] = string.Join(", ", header.Value);
                        return answer;
                    }
                }
                catch (Exception problem) when (!cancellation.IsCancellationRequested)
                {
                    throw new HttpFault(problem.Message, problem);
                }
            }
        }
    }
}
