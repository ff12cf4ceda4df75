## Signs in on a device without a browser (RFC 8628).
extends RefCounted

const CallPid := preload("call_pid.gd")
const Stop := preload("stop.gd")

const DEVICE_GRANT := "urn:ietf:params:oauth:grant-type:device_code"
const POLL_MAX_SECONDS := 60.0

var _client: PidClient
var _guest_token: String


func _init(client: PidClient, guest_token: String) -> void:
	_client = client
	_guest_token = guest_token


func run(stop: Stop) -> PidResult:
	var options := _client.options
	var request := {"client_id": options.client_id, "scope": options.scope}
	var begun: CallPid.Answer = await _client.call_pid.post_form(
		"/oidc/device_authorization", request, true, stop
	)
	if begun.error:
		return PidResult.failed(begun.error)
	var code := PidCode.new()
	code.user_code = begun.text("user_code")
	code.verification_uri = begun.text("verification_uri")
	code.verification_uri_complete = begun.text("verification_uri_complete")
	code.expires_in_seconds = begun.members.get("expires_in", 300)
	var until: float = _client.clock.now_seconds() + code.expires_in_seconds
	_client.code_shown.emit(code)
	var pause: float = begun.members.get("interval", 5)
	var poll := {
		"grant_type": DEVICE_GRANT,
		"device_code": begun.text("device_code"),
		"client_id": options.client_id,
	}
	while _client.clock.now_seconds() < until:
		var reason: PidError = await stop.wait(pause)
		if reason:
			return PidResult.failed(reason)
		var tokens: CallPid.Answer = await _client.redeem(poll, _guest_token, stop)
		pause = _next_pause(tokens.error, pause)
		if pause == 0:
			return await _client.welcome(tokens, stop)
	return PidResult.failed(PidError.new("expired_token", "The code has expired"))


## Seconds until the next poll (RFC 8628, 3.5), or 0 if the sign-in has ended.
static func _next_pause(error: PidError, pause: float) -> float:
	if error == null:
		return 0
	if error.code == "authorization_pending":
		return pause
	if error.code == "slow_down":
		return pause + 5
	if error.code == "no_connection" or error.status >= 500:
		return minf(pause * 2, POLL_MAX_SECONDS)
	return 0
