## Sends requests with HTTPRequest, which works on every platform of Godot.
class_name PidHttp
extends RefCounted


## The response, or status 0 and the fault if there is none.
class Answer:
	extends RefCounted
	var status := 0
	## Names are in lower case.
	var headers := {}
	var body := ""
	var fault := ""


## Sends one request and follows no redirect. An empty body means that there is none.
func send(
	method: HTTPClient.Method, url: String, headers: Dictionary, body: String, timeout: float
) -> Answer:
	var request := HTTPRequest.new()
	request.timeout = timeout
	# Games often sign in on their pause menu.
	request.process_mode = Node.PROCESS_MODE_ALWAYS
	# A redirect would carry the token to another address.
	request.max_redirects = 0
	var tree := Engine.get_main_loop() as SceneTree
	# Nodes cannot be added while a scene starts, when games like to resume the session.
	await tree.process_frame
	tree.root.add_child(request)
	var lines := PackedStringArray()
	for name: String in headers:
		lines.append("%s: %s" % [name, headers[name]])
	var answer := Answer.new()
	if request.request(url, lines, method, body) == OK:
		# Result, status, headers and body.
		var completed: Array = await request.request_completed
		_read(answer, completed)
	else:
		answer.fault = "The request could not be sent"
	request.queue_free()
	return answer


static func _read(answer: Answer, completed: Array) -> void:
	if completed[0] != HTTPRequest.RESULT_SUCCESS:
		answer.fault = "No response (HTTPRequest result %d)" % completed[0]
		return
	answer.status = completed[1]
	for line: String in completed[2]:
		var parts := line.split(":", true, 1)
		if parts.size() == 2:
			answer.headers[parts[0].to_lower()] = parts[1].strip_edges()
	answer.body = (completed[3] as PackedByteArray).get_string_from_utf8()
