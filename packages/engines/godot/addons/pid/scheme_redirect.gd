## A return address with a private-use scheme: the system opens the game with it (RFC 8252, 7.1).
extends RefCounted

const Form := preload("form.gd")
const Stop := preload("stop.gd")

var uri: String
var _state: String
var _fields := {}


func _init(own_uri: String, state: String) -> void:
	uri = own_uri
	_state = state


func problem() -> PidError:
	return null


## Any program can open the game with such an address, so everything without our state is ignored.
func deliver(url: String) -> bool:
	var parts := url.split("?", true, 1)
	if parts.size() != 2 or parts[0] != uri or not _fields.is_empty():
		return false
	var fields := Form.decode(parts[1])
	if fields.get("state") != _state:
		return false
	_fields = fields
	return true


## Waits for the first response that has our state. Returns its fields, or an empty dictionary if
## the operation must end.
func answer(stop: Stop) -> Dictionary:
	while _fields.is_empty() and stop.reason() == null:
		await (Engine.get_main_loop() as SceneTree).process_frame
	return _fields


func close() -> void:
	pass
