# Signs a player in with PID in Godot 4 (RFC 8628). One file without dependencies. Turn on deviceFlow for your app first.
#
#   var login := PidLogin.new("https://pid.example", "app_0123")
#   add_child(login)
#   login.code_shown.connect(func(address, code): $Label.text = "Open %s and type %s" % [address, code])
#   var player: Dictionary = await login.sign_in()
#   if player.has("pid"): print(player.pid)          # handle@pid; it never changes
#   elif player.error in ["access_denied", "expired_token"]: print("the player denied, or the code expired")
class_name PidLogin
extends Node

## The address to open and the code to type. Show both in large type; draw `complete` as a QR code.
signal code_shown(address: String, code: String, complete: String)

const SCOPE := "openid profile"
const DEVICE_GRANT := "urn:ietf:params:oauth:grant-type:device_code"

var _service: String
var _client_id: String


func _init(service: String, client_id: String) -> void:
	_service = service.rstrip("/")
	_client_id = client_id


## Returns `{pid, access_token}`, or `{error}`: access_denied if the player denied, expired_token if the code expired.
func sign_in() -> Dictionary:
	var discovery := await _ask(_service + "/.well-known/openid-configuration")
	if discovery.has("error"):
		return discovery
	var begun := await _ask(
		discovery["device_authorization_endpoint"], {"client_id": _client_id, "scope": SCOPE}
	)
	if begun.has("error"):
		return begun
	code_shown.emit(begun["verification_uri"], begun["user_code"], begun["verification_uri_complete"])
	var pause: float = begun.get("interval", 5)
	while true:
		await get_tree().create_timer(pause).timeout
		var tokens := await _ask(
			discovery["token_endpoint"],
			{
				"grant_type": DEVICE_GRANT,
				"device_code": begun["device_code"],
				"client_id": _client_id,
			}
		)
		match tokens.get("error", ""):
			"":
				var player := await _ask(discovery["userinfo_endpoint"], {}, tokens["access_token"])
				if player.has("error"):
					return player
				# Keep the token secret: it reads the data that the player allowed, for 30 days.
				return {"pid": player["sub"], "access_token": tokens["access_token"]}
			"authorization_pending":
				pass
			"slow_down":
				pause += 5
			_:
				# access_denied, expired_token or an unexpected error.
				return tokens
	return {"error": "unreachable"}


## Sends a form by POST, or a GET without fields. Returns the JSON body, also for an error.
func _ask(address: String, fields := {}, token := "") -> Dictionary:
	var http := HTTPRequest.new()
	http.timeout = 15.0
	add_child(http)
	var headers := PackedStringArray()
	if token != "":
		headers.append("Authorization: Bearer " + token)
	var body := ""
	if not fields.is_empty():
		headers.append("Content-Type: application/x-www-form-urlencoded")
		body = HTTPClient.new().query_string_from_dict(fields)
	var method := HTTPClient.METHOD_GET if fields.is_empty() else HTTPClient.METHOD_POST
	if http.request(address, headers, method, body) != OK:
		http.queue_free()
		return {"error": "no_connection"}
	var answer: Array = await http.request_completed
	http.queue_free()
	if answer[0] != HTTPRequest.RESULT_SUCCESS:
		return {"error": "no_connection"}
	var parsed: Variant = JSON.parse_string((answer[3] as PackedByteArray).get_string_from_utf8())
	return parsed if parsed is Dictionary else {"error": "no_json"}
