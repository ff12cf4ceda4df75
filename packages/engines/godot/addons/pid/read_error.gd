## Turns an error response into a PidError. The OpenID endpoints name the code in the body (RFC
## 6749, 5.2), all others in the header pid-error. A proxy in front of PID names none.
extends RefCounted


static func read(answer: PidHttp.Answer) -> PidError:
	var body := object_of(answer.body)
	var header: String = answer.headers.get("pid-error", "")
	var code: String = str(body.get("error", _match(header, "^[a-z_]+")))
	var message: Variant = body.get("error_description", body.get("message", ""))
	var error := (
		PidError
		. new(
			code if code != "" else "failed",
			# A validation error has one sentence per broken rule.
			"; ".join(message as Array) if message is Array else str(message),
			answer.status
		)
	)
	error.context = _context_of(header)
	error.retry_after_seconds = maxi(str(answer.headers.get("retry-after", "")).to_int(), 0)
	error.request_id = answer.headers.get("x-request-id", "")
	return error


## Returns the members of a JSON object, or an empty dictionary if the text is anything else.
static func object_of(text: String) -> Dictionary:
	var json := JSON.new()
	return json.data if json.parse(text) == OK and json.data is Dictionary else {}


## The parameters of an RFC 9651 item, for example: frozen; until=17; to="a \"b\""
static func _context_of(header: String) -> Dictionary:
	var context := {}
	var parameter := RegEx.create_from_string(
		'; *([a-z_][a-z0-9_]*)=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;]*))'
	)
	for found in parameter.search_all(header):
		var quoted := RegEx.create_from_string("\\\\(.)").sub(found.get_string(2), "$1", true)
		context[found.get_string(1)] = quoted if found.get_start(2) >= 0 else found.get_string(3)
	return context


static func _match(text: String, pattern: String) -> String:
	var found := RegEx.create_from_string(pattern).search(text)
	return found.get_string() if found else ""
