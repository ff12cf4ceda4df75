using System;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    public sealed partial class PidClient
    {
        const double FirstQuestionSeconds = 2;
        const double QuestionMaxSeconds = 10;
        const int FailuresMax = 5;

        /// <summary>
        /// Opens the page of a payment in the system browser and waits for its result from your game's server, which created the payment
        /// and alone knows its status: a browser on the player's device could lie. Returns the first status other than "open", for example
        /// "paid". Throws timeout after PaymentTimeoutSeconds; the payment can still be paid later, so your server must deliver it then.
        /// </summary>
        /// <param name="payUrl">payUrl of the payment.</param>
        /// <param name="readStatus">Asks your game's server for the status. Its fifth failure in a row ends the wait.</param>
        public Task<string> RequestPayment(
            string payUrl, Func<CancellationToken, Task<string>> readStatus, CancellationToken cancellation = default)
        {
            // The system opens any address that it gets, also of other programs.
            if (payUrl == null || !payUrl.StartsWith(options.BaseUrl + "/pay/", StringComparison.Ordinal))
                throw new PidError("invalid_pay_url", "payUrl must be the payUrl of a payment at " + options.BaseUrl);
            ports.Browser.Open(payUrl);
            return Run(() => Within(options.PaymentTimeoutSeconds, limit => WaitForResult(readStatus, limit), cancellation));
        }

        async Task<string> WaitForResult(Func<CancellationToken, Task<string>> readStatus, CancellationToken cancellation)
        {
            var failures = 0;
            for (var pauseSeconds = FirstQuestionSeconds; ; pauseSeconds = Math.Min(pauseSeconds * 1.25, QuestionMaxSeconds))
            {
                await ports.Clock.Delay(call.WithJitter(pauseSeconds), cancellation);
                try
                {
                    var status = await readStatus(cancellation);
                    if (status != "open") return status;
                    failures = 0;
                }
                catch (Exception) when (!cancellation.IsCancellationRequested && ++failures < FailuresMax)
                {
                }
            }
        }
    }
}
