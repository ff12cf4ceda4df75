## Buttons that sign in, resume, log out and buy an item. Set the three fields in the inspector.
extends VBoxContainer

## Base URL of PID.
@export var base_url := "http://localhost:4100"
## Public client_id of your app.
@export var client_id := "app_0123456789"
## Your game's server, which creates payments. Leave it empty to hide the shop.
@export var game_server := ""

var _player: PidPlayer

@onready var _welcome: Label = $Welcome
@onready var _text: Label = $Text


func _ready() -> void:
	Pid.setup(PidOptions.new(base_url, client_id))
	Pid.code_shown.connect(
		func(code: PidCode) -> void:
			_text.text = "Open %s and type %s" % [code.verification_uri, code.user_code]
	)
	$SignIn.pressed.connect(func() -> void: _show(await Pid.sign_in_with_pid()))
	$SignInWithCode.pressed.connect(func() -> void: _show(await Pid.sign_in_with_code()))
	$LogOut.pressed.connect(func() -> void: _show(await Pid.log_out()))
	$Buy.pressed.connect(_buy)
	_show(await Pid.resume())


func _show(result: PidResult) -> void:
	_player = result.player
	_welcome.text = "Welcome, " + _player.pid if _player else "Not signed in"
	# Show your own words: "The player denied", "Try again" and so on.
	_text.text = result.error.code if result.error else ""
	$SignIn.visible = _player == null
	$SignInWithCode.visible = _player == null
	$LogOut.visible = _player != null
	$Buy.visible = _player != null and game_server != ""


## The server creates the payment and returns its id and its payUrl, separated by a space. It alone
## knows whether the payment is paid.
func _buy() -> void:
	var ordered := await _ask_server(HTTPClient.METHOD_POST, "/orders")
	if ordered.status != 200:
		_text.text = "The game's server did not respond"
		return
	var order := ordered.body.split(" ")
	var read_status := func() -> Variant:
		var answer := await _ask_server(HTTPClient.METHOD_GET, "/orders/" + order[0])
		return answer.body if answer.status == 200 else null
	var result := await Pid.request_payment(order[1], read_status)
	_text.text = result.error.code if result.error else "The payment is " + result.status


func _ask_server(method: HTTPClient.Method, path: String) -> PidHttp.Answer:
	# Your server asks PID whose token this is, with the client secret (/oidc/introspect).
	var headers := {"Authorization": "Bearer " + _player.access_token}
	return await Pid.http.send(method, game_server + path, headers, "", 10)
