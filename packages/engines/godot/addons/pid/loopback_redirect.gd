## Listens on a free port of 127.0.0.1 for the redirect of the browser (RFC 8252, 7.3).
extends RefCounted

const Form := preload("form.gd")
const Stop := preload("stop.gd")

const REDIRECT_PATH := "/signed-in"
const REQUEST_LENGTH_MAX := 8192
const REQUEST_TIMEOUT_MILLIS := 5000
const PAGE := (
	'<!doctype html><html lang="id"><meta charset="utf-8">'
	+ '<meta name="viewport" content="width=device-width"><title>PID</title>'
	+ "<p>Halaman ini boleh ditutup. Kembali ke game.</p>"
	+ '<p lang="en">You can close this page. Return to the game.</p></html>'
)
const HEAD := (
	"HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n"
	+ "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
	+ "Content-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n"
)

var uri: String
var _state: String
var _host: String
var _server := TCPServer.new()
var _connections: Array[Connection] = []


class Connection:
	extends RefCounted
	var peer: StreamPeerTCP
	var head := ""
	var until_millis := Time.get_ticks_msec() + REQUEST_TIMEOUT_MILLIS


func _init(state: String) -> void:
	_state = state
	if _server.listen(0, "127.0.0.1") == OK:
		_host = "127.0.0.1:%d" % _server.get_local_port()
		uri = "http://" + _host + REDIRECT_PATH


func problem() -> PidError:
	if _server.is_listening():
		return null
	return PidError.new(
		"unsupported", "No port of 127.0.0.1 can be opened. Sign in with a code instead"
	)


## Waits for the first response that has our state. Returns its fields, or an empty dictionary if
## the operation must end.
func answer(stop: Stop) -> Dictionary:
	while stop.reason() == null:
		while _server.is_connection_available():
			var connection := Connection.new()
			connection.peer = _server.take_connection()
			_connections.append(connection)
		# Browsers open idle connections in advance, so all open ones are served.
		for connection: Connection in _connections.duplicate():
			var fields := _serve(connection)
			if not fields.is_empty():
				return fields
		await (Engine.get_main_loop() as SceneTree).process_frame
	return {}


func close() -> void:
	for connection in _connections:
		connection.peer.disconnect_from_host()
	_server.stop()


## Returns the fields of the redirect, or an empty dictionary if this is not the redirect or not
## yet.
func _serve(connection: Connection) -> Dictionary:
	var peer := connection.peer
	peer.poll()
	var count := mini(peer.get_available_bytes(), REQUEST_LENGTH_MAX - connection.head.length())
	if count > 0:
		connection.head += (peer.get_data(count)[1] as PackedByteArray).get_string_from_ascii()
	var is_whole := connection.head.contains("\r\n\r\n")
	var is_over := (
		peer.get_status() != StreamPeerTCP.STATUS_CONNECTED
		or Time.get_ticks_msec() > connection.until_millis
	)
	if not is_whole and connection.head.length() < REQUEST_LENGTH_MAX and not is_over:
		return {}
	_connections.erase(connection)
	var fields := {}
	if not is_over or is_whole:
		var status := _judge(connection.head if is_whole else "", fields)
		var body := "" if fields.is_empty() else PAGE
		peer.put_data((HEAD % [status, body.length()] + body).to_ascii_buffer())
	peer.disconnect_from_host()
	return fields


## Accepts only the redirect that we asked for, and fills in its fields. Everything else is refused
## and does not end the sign-in, because any page in the player's browser can send requests to this
## port. The host is compared, because a name of another site can point to 127.0.0.1.
func _judge(head: String, fields: Dictionary) -> String:
	var lines := head.split("\r\n")
	var words := lines[0].split(" ")
	if words.size() != 3 or _host_of(lines) != _host:
		return "400 Bad Request"
	var target := words[1].split("?", true, 1)
	if target[0] != REDIRECT_PATH:
		return "404 Not Found"
	if words[0] != "GET":
		return "405 Method Not Allowed"
	var given := Form.decode(target[1] if target.size() == 2 else "")
	if given.get("state") != _state:
		return "400 Bad Request"
	fields.merge(given)
	return "200 OK"


## Returns the value of the only Host header, or an empty text.
static func _host_of(lines: PackedStringArray) -> String:
	var hosts := PackedStringArray()
	for line in lines:
		if line.to_lower().begins_with("host:"):
			hosts.append(line.substr(5).strip_edges())
	return hosts[0] if hosts.size() == 1 else ""
