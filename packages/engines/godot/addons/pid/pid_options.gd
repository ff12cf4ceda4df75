## Settings of your game.
class_name PidOptions
extends RefCounted

## Base URL of PID, for example https://pid.example, or http://localhost:4100 on your own machine.
var base_url: String
## Public client_id of your app. A game never contains the client secret.
var client_id: String
## Data that the player is asked to share: openid, profile and balance, separated by spaces.
var scope := "openid profile"
## Return address with a private-use scheme, for example example.game:/signed-in, for phones. List
## it at your app and register the scheme in your build. Empty: listens on a free port of
## 127.0.0.1.
var redirect_uri := ""
## How long sign_in_with_pid waits for the player.
var sign_in_timeout_seconds := 600.0
## How long request_payment waits for the player. A payment is open for one hour by default.
var payment_timeout_seconds := 3600.0
## Timeout of one HTTP request.
var request_timeout_seconds := 10.0


func _init(own_base_url: String, own_client_id: String) -> void:
	base_url = own_base_url.rstrip("/")
	client_id = own_client_id


## Returns why the settings are wrong, or null.
func problem() -> PidError:
	# The token travels in every request, so plain http is only for your own machine.
	var allowed := RegEx.create_from_string(
		"^(https://[^/?#@\\s]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?)$"
	)
	if allowed.search(base_url) == null:
		return PidError.new(
			"invalid_options", "base_url must be an https origin, or http on loopback"
		)
	if client_id == "":
		return PidError.new("invalid_options", "client_id is required")
	return null
