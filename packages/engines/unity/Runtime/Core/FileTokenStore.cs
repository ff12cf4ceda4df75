using System;
using System.IO;
using System.Runtime.InteropServices;

namespace Pid
{
    /// <summary>
    /// Keeps the token in a file that only the player's account of this device can read. It is not encrypted, because the key would lie
    /// beside it: a program that runs as the same player can read it. Use a keychain instead if you need more.
    /// </summary>
    public sealed class FileTokenStore : ITokenStore
    {
        const int OwnerOnly = 0x180; // 0600
        readonly string file;

        public FileTokenStore(string file)
        {
            this.file = file;
        }

        public string Load() => File.Exists(file) ? File.ReadAllText(file) : null;

        public void Save(string secret)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file)));
            // The file is made private before it has content, and moved when it is whole. A crash in between costs a sign-in.
            var draft = file + ".new";
            File.Delete(draft);
            File.WriteAllText(draft, "");
            MakePrivate(draft);
            File.WriteAllText(draft, secret);
            File.Delete(file);
            File.Move(draft, file);
        }

        public void Clear() => File.Delete(file);

        /// <summary>Windows, iOS and Android keep the folder of a game private themselves.</summary>
        static void MakePrivate(string path)
        {
            if (Path.DirectorySeparatorChar != '/') return;
            try
            {
                chmod(path, OwnerOnly);
            }
            catch (Exception problem) when (problem is DllNotFoundException || problem is EntryPointNotFoundException)
            {
                // A platform without a C library has no other users either.
            }
        }

        [DllImport("libc", SetLastError = true)]
        static extern int chmod(string path, int mode);
    }
}
