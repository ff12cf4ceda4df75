## application/x-www-form-urlencoded, for bodies, queries and the stored session.
extends RefCounted


static func encode(fields: Dictionary) -> String:
	var pairs := PackedStringArray()
	for name: String in fields:
		pairs.append(name.uri_encode() + "=" + str(fields[name]).uri_encode())
	return "&".join(pairs)


## Returns an empty dictionary if a name occurs twice, which no response may contain (RFC 6749,
## 3.1).
static func decode(text: String) -> Dictionary:
	var fields := {}
	for pair in text.split("&", false):
		var parts := pair.replace("+", " ").split("=", true, 1)
		var name := parts[0].uri_decode()
		if fields.has(name):
			return {}
		fields[name] = parts[1].uri_decode() if parts.size() == 2 else ""
	return fields
