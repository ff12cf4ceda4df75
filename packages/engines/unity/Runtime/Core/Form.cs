using System;
using System.Collections.Generic;
using System.Linq;

namespace Pid
{
    /// <summary>Fields of a form, a query or a JSON object.</summary>
    sealed class Fields : Dictionary<string, string>
    {
        /// <summary>Returns null if the field is missing.</summary>
        public string Find(string name) => TryGetValue(name, out var value) ? value : null;
    }

    /// <summary>application/x-www-form-urlencoded, for bodies, queries and the stored session.</summary>
    static class Form
    {
        public static string Encode(Fields fields) =>
            string.Join("&", fields.Select(field => Uri.EscapeDataString(field.Key) + "=" + Uri.EscapeDataString(field.Value)));

        /// <summary>Returns null if a name occurs twice, which no response may contain (RFC 6749, 3.1).</summary>
        public static Fields Decode(string text)
        {
            var fields = new Fields();
            foreach (var pair in text.Split(new[] { '&' }, StringSplitOptions.RemoveEmptyEntries))
            {
                var parts = pair.Split(new[] { '=' }, 2);
                var name = Unescape(parts[0]);
                if (fields.ContainsKey(name)) return null;
                fields[name] = parts.Length == 2 ? Unescape(parts[1]) : "";
            }
            return fields;
        }

        static string Unescape(string text) => Uri.UnescapeDataString(text.Replace('+', ' '));
    }
}
