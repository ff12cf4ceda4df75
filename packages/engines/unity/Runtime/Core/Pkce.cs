using System;
using System.Security.Cryptography;
using System.Text;

namespace Pid
{
    /// <summary>Proof that the program that redeems a code is the one that requested it (RFC 7636).</summary>
    sealed class Pkce
    {
        public string Verifier { get; } = RandomText(32);

        public string Challenge
        {
            get
            {
                using (var hash = SHA256.Create()) return Base64Url(hash.ComputeHash(Encoding.ASCII.GetBytes(Verifier)));
            }
        }

        public static string RandomText(int byteCount)
        {
            var bytes = new byte[byteCount];
            using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
            return Base64Url(bytes);
        }

        static string Base64Url(byte[] bytes) =>
            Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
    }
}
