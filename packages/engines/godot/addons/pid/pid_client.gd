## Signs players in with PID and lets them pay. The addon creates one as the autoload
## [code]Pid[/code]: call [method setup] when your game starts. Every operation returns a
## [PidResult] after [code]await[/code].
class_name PidClient
extends Node

## The code to show while [method sign_in_with_code] waits for the player.
signal code_shown(code: PidCode)

const CallPid := preload("call_pid.gd")
const RequestPayment := preload("request_payment.gd")
const SignInWithCode := preload("sign_in_with_code.gd")
const SignInWithPid := preload("sign_in_with_pid.gd")
const Stop := preload("stop.gd")
const StoredSession := preload("stored_session.gd")

var options: PidOptions
## Replace these to use a keychain, or other parts of your game.
var store := PidTokenStore.new()
var http := PidHttp.new()
var browser := PidBrowser.new()
var clock := PidClock.new()
## For the operations of this addon only.
var call_pid: CallPid

var _running: Array[Stop] = []
var _sign_in_stop: Stop
var _browser_sign_in: SignInWithPid


## Sets the service and the app. Call this before all other methods.
func setup(own_options: PidOptions) -> void:
	options = own_options
	call_pid = CallPid.new(options, http)


## Opens the system browser, where the player signs in and allows your game. The result has the
## player. [param guest_token] is the token of the guest who plays on this device: the guest then
## belongs to the player.
func sign_in_with_pid(guest_token := "") -> PidResult:
	var operation := SignInWithPid.new(self, guest_token)
	_browser_sign_in = operation
	return await _run_sign_in(operation.run)


## Pass every address here that the system opens your game with. Returns true if it is the result
## of the running sign-in, and false for all other addresses.
func handle_redirect(url: String) -> bool:
	return _browser_sign_in != null and _browser_sign_in.deliver(url)


## Signs in on a console or TV: show the code of [signal code_shown], which the player types on a
## phone. Turn on deviceFlow for your app first. Ends with expired_token if the player does not
## decide within five minutes: offer a new code then. [param guest_token] is the token of the guest
## who plays on this device: the guest then belongs to the player.
func sign_in_with_code(guest_token := "") -> PidResult:
	# A Callable does not keep its object alive.
	var operation := SignInWithCode.new(self, guest_token)
	return await _run_sign_in(operation.run)


## The result has the player who signed in earlier on this device, or no player: then ask the
## player to sign in. A session lasts 30 days and ends earlier if the player disconnects your game.
## Without a connection it ends with no_connection and keeps the session.
func resume() -> PidResult:
	return await _run(
		func(stop: Stop) -> PidResult:
			var access_token := StoredSession.token_of(store.read(), options)
			if access_token == "":
				return PidResult.new()
			var result := await _read_player(access_token, stop)
			if result.error and result.error.status == 401:
				store.clear()
				return PidResult.new()
			return result
	)


## Deletes the session from this device and ends the player's consent, which signs the player out
## of your game on all devices: PID cannot end single tokens. After an error, the session is
## deleted here, but the token stays valid at PID; the player can end it under Connected apps. To
## sign out on this device only, call [code]store.clear()[/code] instead.
func log_out() -> PidResult:
	return await _run(
		func(stop: Stop) -> PidResult:
			var access_token := StoredSession.token_of(store.read(), options)
			store.clear()
			if access_token == "":
				return PidResult.new()
			var fields := {"client_id": options.client_id, "token": access_token}
			var revoked := await call_pid.post_form("/oidc/revoke", fields, true, stop)
			return PidResult.failed(revoked.error)
	)


## Opens the page of a payment in the system browser and waits for its result from your game's
## server, which created the payment and alone knows its status: a browser on the player's device
## could lie. [param read_status] asks your server and returns the status; any other value is a
## failure, and the fifth failure in a row ends the wait. The result has the first status other
## than "open", for example "paid". Ends with timeout after an hour; the payment can still be paid
## later, so your server must deliver it then.
func request_payment(pay_url: String, read_status: Callable) -> PidResult:
	# A Callable does not keep its object alive.
	var operation := RequestPayment.new(self)
	return await _run(operation.run.bind(pay_url, read_status))


## Ends all running operations with the error aborted.
func abort() -> void:
	for stop in _running:
		stop.code = "aborted"


## For the operations of this addon only. PID ends the player's consent if a code is redeemed twice,
## because one of the two could be a thief. If PID refuses the guest, it has not redeemed the code:
## the player signs in without the guest.
func redeem(fields: Dictionary, guest_token: String, stop: Stop) -> CallPid.Answer:
	if guest_token != "":
		var with_guest := fields.duplicate()
		with_guest["guest_token"] = guest_token
		var answer := await call_pid.post_form("/oidc/token", with_guest, false, stop)
		if answer.error == null or answer.error.code not in ["guest_claimed", "guest_unknown"]:
			return answer
	return await call_pid.post_form("/oidc/token", fields, false, stop)


## For the operations of this addon only. Stores the session and reads who signed in. If reading
## fails, [method resume] can still do it later.
func welcome(tokens: CallPid.Answer, stop: Stop) -> PidResult:
	if tokens.error:
		return PidResult.failed(tokens.error)
	var access_token := tokens.text("access_token")
	if access_token == "":
		return PidResult.failed(PidError.new("failed", "The response of PID contains no token"))
	store.write(StoredSession.text_of(options, access_token))
	var result := await _read_player(access_token, stop)
	if result.player:
		result.player.guest_id = tokens.text("guestId")
	return result


func _read_player(access_token: String, stop: Stop) -> PidResult:
	var claims := await call_pid.fetch("/oidc/userinfo", access_token, stop)
	var result := PidResult.failed(claims.error)
	if claims.error == null and claims.text("sub") == "":
		result.error = PidError.new("failed", "The response of PID contains no player")
	if result.error == null:
		result.player = PidPlayer.new()
		result.player.pid = claims.text("sub")
		result.player.display_name = claims.text("name")
		result.player.avatar_url = claims.text("picture")
		result.player.access_token = access_token
	return result


## Runs a sign-in. A later one ends it, because the player has started again.
func _run_sign_in(work: Callable) -> PidResult:
	if _sign_in_stop and _sign_in_stop.code == "":
		_sign_in_stop.code = "superseded"
	_sign_in_stop = Stop.new(clock)
	return await _run(work, _sign_in_stop)


func _run(work: Callable, stop := Stop.new(clock)) -> PidResult:
	var problem := (
		options.problem() if options else PidError.new("invalid_options", "Call setup first")
	)
	if problem:
		return PidResult.failed(problem)
	_running.append(stop)
	var result: PidResult = await work.call(stop)
	_running.erase(stop)
	return result
