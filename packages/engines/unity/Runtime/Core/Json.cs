using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Pid
{
    /// <summary>
    /// Reads JSON (RFC 8259). Unity's JsonUtility does not exist outside of Unity, and libraries that use reflection break when IL2CPP
    /// strips code; this reader runs everywhere, also in the tests.
    /// </summary>
    sealed class Json
    {
        const int DepthMax = 32;
        readonly string text;
        int at;

        Json(string text)
        {
            this.text = text;
        }

        /// <summary>Returns the members of an object, or null if the text is anything else. Members are string, double, bool, null, list or object.</summary>
        public static IReadOnlyDictionary<string, object> ReadObject(string text)
        {
            try
            {
                var reader = new Json(text ?? "");
                var value = reader.ReadValue(0);
                reader.SkipSpace();
                return reader.at == reader.text.Length ? value as IReadOnlyDictionary<string, object> : null;
            }
            catch (Exception problem) when (problem is FormatException || problem is OverflowException)
            {
                return null;
            }
        }

        public static string Text(IReadOnlyDictionary<string, object> members, string name) =>
            members != null && members.TryGetValue(name, out var value) ? value as string : null;

        public static double? Number(IReadOnlyDictionary<string, object> members, string name) =>
            members != null && members.TryGetValue(name, out var value) ? value as double? : null;

        public static string Write(Fields members)
        {
            var written = new StringBuilder("{");
            foreach (var member in members)
                written.Append(written.Length == 1 ? "" : ",").Append(Quote(member.Key)).Append(':').Append(Quote(member.Value));
            return written.Append('}').ToString();
        }

        static string Quote(string value)
        {
            var quoted = new StringBuilder("\"");
            foreach (var letter in value)
                if (letter == '"' || letter == '\\') quoted.Append('\\').Append(letter);
                else if (letter < ' ') quoted.Append("\\u").Append(((int)letter).ToString("x4"));
                else quoted.Append(letter);
            return quoted.Append('"').ToString();
        }

        object ReadValue(int depth)
        {
            if (depth > DepthMax) throw new FormatException();
            SkipSpace();
            switch (Peek())
            {
                case '{': return ReadMembers(depth);
                case '[': return ReadItems(depth);
                case '"': return ReadString();
                case 't': return Literal("true", true);
                case 'f': return Literal("false", false);
                case 'n': return Literal("null", null);
                default: return ReadNumber();
            }
        }

        Dictionary<string, object> ReadMembers(int depth)
        {
            var members = new Dictionary<string, object>();
            Expect('{');
            if (IsNext('}')) return members;
            do
            {
                SkipSpace();
                var name = ReadString();
                SkipSpace();
                Expect(':');
                members[name] = ReadValue(depth + 1);
            } while (IsNext(','));
            Expect('}');
            return members;
        }

        List<object> ReadItems(int depth)
        {
            var items = new List<object>();
            Expect('[');
            if (IsNext(']')) return items;
            do items.Add(ReadValue(depth + 1)); while (IsNext(','));
            Expect(']');
            return items;
        }

        string ReadString()
        {
            var value = new StringBuilder();
            Expect('"');
            while (Peek() != '"')
            {
                var letter = text[at++];
                value.Append(letter == '\\' ? ReadEscape() : letter);
            }
            at++;
            return value.ToString();
        }

        char ReadEscape()
        {
            var letter = Peek();
            at++;
            switch (letter)
            {
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case '"':
                case '\\':
                case '/': return letter;
                case 'u':
                    if (at + 4 > text.Length) throw new FormatException();
                    at += 4;
                    return (char)ushort.Parse(text.Substring(at - 4, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
                default: throw new FormatException();
            }
        }

        object ReadNumber()
        {
            var begin = at;
            while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
            return double.Parse(text.Substring(begin, at - begin), NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        object Literal(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw new FormatException();
            at += word.Length;
            return value;
        }

        bool IsNext(char letter)
        {
            SkipSpace();
            if (Peek() != letter) return false;
            at++;
            return true;
        }

        void Expect(char letter)
        {
            if (Peek() != letter) throw new FormatException();
            at++;
        }

        char Peek() => at < text.Length ? text[at] : throw new FormatException();

        void SkipSpace()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        }
    }
}
