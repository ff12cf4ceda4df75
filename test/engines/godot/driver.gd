# Calls the addon from a headless Godot. See engine-program.ts for the lines that it prints.
extends SceneTree

const SPEED := 50.0


class PrintingBrowser:
	extends PidBrowser

	func open(url: String) -> void:
		print("OPEN " + url)


class FastClock:
	extends PidClock

	func wait(seconds: float, is_stopped: Callable) -> void:
		print("WAIT %s" % seconds)
		await super(seconds / SPEED, is_stopped)


var _words := OS.get_cmdline_user_args()
var _client := PidClient.new()
var _reader := Thread.new()


func _initialize() -> void:
	# Operations must also work on the pause menu of a game.
	paused = true
	root.add_child(_client)
	_client.browser = PrintingBrowser.new()
	_client.clock = FastClock.new()
	_client.store = PidTokenStore.new(_words[2])
	_client.code_shown.connect(
		func(code: PidCode) -> void: print("CODE %s %s" % [code.user_code, code.verification_uri])
	)
	var options := PidOptions.new(_words[0], _words[1])
	options.redirect_uri = _flag("--redirect")
	if _flag("--timeout") != "":
		options.sign_in_timeout_seconds = float(_flag("--timeout")) / SPEED
		options.payment_timeout_seconds = options.sign_in_timeout_seconds
	_client.setup(options)
	_reader.start(_read_input)
	print(await _run())
	_reader.wait_to_finish()
	quit()


func _run() -> String:
	match _words[3]:
		"sign-in":
			return _shown(await _client.sign_in_with_pid(_flag("--guest")))
		"sign-in-twice":
			_begin_first()
			return _shown(await _client.sign_in_with_pid())
		"code":
			return _shown(await _client.sign_in_with_code(_flag("--guest")))
		"resume":
			return _shown(await _client.resume())
		"log-out":
			var result := await _client.log_out()
			return _shown(result) if result.error else "DONE"
		"pay":
			var result := await _client.request_payment(_words[4], _read_status)
			return _shown(result) if result.error else "STATUS " + result.status
	return "no such operation"


func _begin_first() -> void:
	print("FIRST " + _shown(await _client.sign_in_with_pid()))


func _read_status() -> Variant:
	var answer := await PidHttp.new().send(HTTPClient.METHOD_GET, _words[5], {}, "", 10)
	return answer.body if answer.status == 200 else PidError.new("failed", "", answer.status)


func _shown(result: PidResult) -> String:
	var error := result.error
	if error == null:
		var player := result.player
		return ("PLAYER %s %s" % [player.pid, player.guest_id]).strip_edges() if player else "NONE"
	var request_id := error.request_id if error.request_id != "" else "-"
	var text := (
		"ERROR %s %d %d %s" % [error.code, error.status, error.retry_after_seconds, request_id]
	)
	var names := error.context.keys()
	names.sort()
	for name: String in names:
		text += " %s=%s" % [name, error.context[name]]
	return text


func _read_input() -> void:
	while true:
		var line := OS.read_string_from_stdin(65536).strip_edges()
		if line == "":
			return
		_handle.call_deferred(line)


func _handle(line: String) -> void:
	if line == "abort":
		_client.abort()
	else:
		print("HANDLED %s" % _client.handle_redirect(line.trim_prefix("redirect ")))


func _flag(name: String) -> String:
	var at := _words.find(name)
	return _words[at + 1] if at >= 0 else ""
