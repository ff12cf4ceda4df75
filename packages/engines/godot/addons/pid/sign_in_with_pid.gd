## Signs in with the system browser (RFC 8252).
extends RefCounted

const CallPid := preload("call_pid.gd")
const Form := preload("form.gd")
const LoopbackRedirect := preload("loopback_redirect.gd")
const Pkce := preload("pkce.gd")
const SchemeRedirect := preload("scheme_redirect.gd")
const Stop := preload("stop.gd")

var _client: PidClient
var _guest_token: String
var _redirect: RefCounted


func _init(client: PidClient, guest_token: String) -> void:
	_client = client
	_guest_token = guest_token


## Returns true if the address is the result of this sign-in.
func deliver(url: String) -> bool:
	return _redirect is SchemeRedirect and (_redirect as SchemeRedirect).deliver(url)


func run(stop: Stop) -> PidResult:
	if OS.has_feature("web"):
		return PidResult.failed(
			PidError.new(
				"unsupported", "A web page has no port to listen on. Sign in with a code instead"
			)
		)
	var options := _client.options
	var pkce := Pkce.new()
	var state := Pkce.random_text(16)
	if options.redirect_uri == "":
		_redirect = LoopbackRedirect.new(state)
	else:
		_redirect = SchemeRedirect.new(options.redirect_uri, state)
	if _redirect.problem():
		return PidResult.failed(_redirect.problem())
	var redirect_uri: String = _redirect.uri
	var request := {
		"response_type": "code",
		"client_id": options.client_id,
		"redirect_uri": redirect_uri,
		"scope": options.scope,
		"state": state,
		"code_challenge": pkce.challenge,
		"code_challenge_method": "S256",
	}
	_client.browser.open(options.base_url + "/authorize?" + Form.encode(request))
	stop.within(options.sign_in_timeout_seconds)
	var answer: Dictionary = await _redirect.answer(stop)
	_redirect.close()
	var problem := stop.reason() if answer.is_empty() else _problem_of(answer, options.base_url)
	if problem:
		return PidResult.failed(problem)
	stop.without_limit()
	var fields := {
		"grant_type": "authorization_code",
		"code": answer["code"],
		"redirect_uri": redirect_uri,
		"client_id": options.client_id,
		"code_verifier": pkce.verifier,
	}
	var tokens: CallPid.Answer = await _client.redeem(fields, _guest_token, stop)
	return await _client.welcome(tokens, stop)


static func _problem_of(answer: Dictionary, issuer: String) -> PidError:
	# A code of another service must not be sent to this one (RFC 9207).
	if answer.get("iss") != issuer:
		return PidError.new("failed", "The response comes from another issuer than " + issuer)
	if answer.has("error"):
		return PidError.new(answer["error"])
	return null if answer.has("code") else PidError.new("failed", "The response contains no code")
