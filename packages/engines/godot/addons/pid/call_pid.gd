## Calls PID, and retries with jitter where the request can be repeated.
extends RefCounted

const Form := preload("form.gd")
const ReadError := preload("read_error.gd")
const Stop := preload("stop.gd")

const ATTEMPTS_MAX := 4
const FIRST_PAUSE_SECONDS := 0.5
## A longer Retry-After is left to the game, because the player would think that it hangs.
const RETRY_AFTER_MAX_SECONDS := 30

var _options: PidOptions
var _http: PidHttp


## The members of the JSON body, or an error.
class Answer:
	extends RefCounted
	var members := {}
	var error: PidError

	func text(name: String) -> String:
		var value: Variant = members.get(name)
		return value if value is String else ""


func _init(options: PidOptions, http: PidHttp) -> void:
	_options = options
	_http = http


func fetch(path: String, bearer: String, stop: Stop) -> Answer:
	var headers := {"Accept": "application/json", "Authorization": "Bearer " + bearer}
	return await _send(HTTPClient.METHOD_GET, path, headers, "", true, stop)


## is_repeatable is false if a second request could do harm or would be refused.
func post_form(path: String, fields: Dictionary, is_repeatable: bool, stop: Stop) -> Answer:
	var headers := {
		"Accept": "application/json",
		"Content-Type": "application/x-www-form-urlencoded",
	}
	var body := Form.encode(fields)
	return await _send(HTTPClient.METHOD_POST, path, headers, body, is_repeatable, stop)


## Up to twice as long, so that clients do not return at the same moment.
static func with_jitter(seconds: float) -> float:
	return seconds * randf_range(1, 2)


func _send(
	method: HTTPClient.Method,
	path: String,
	headers: Dictionary,
	body: String,
	is_repeatable: bool,
	stop: Stop
) -> Answer:
	var url := _options.base_url + path
	var answer := Answer.new()
	for attempt in range(1, ATTEMPTS_MAX + 1):
		var got := await _http.send(method, url, headers, body, _options.request_timeout_seconds)
		answer.error = stop.reason()
		if answer.error:
			return answer
		if got.status >= 200 and got.status < 300:
			answer.members = ReadError.object_of(got.body)
			return answer
		var problem := _problem_of(got)
		answer.error = problem
		if attempt == ATTEMPTS_MAX or not _is_worth_retrying(problem, is_repeatable):
			return answer
		answer.error = await stop.wait(_pause_seconds(attempt, problem.retry_after_seconds))
		if answer.error:
			return answer
	return answer


static func _problem_of(got: PidHttp.Answer) -> PidError:
	return PidError.new("no_connection", got.fault) if got.status == 0 else ReadError.read(got)


## PID refuses with 429 before it reads a request, so this is safe for every request. After 5xx or
## a fault the request may have been carried out.
static func _is_worth_retrying(problem: PidError, is_repeatable: bool) -> bool:
	if problem.retry_after_seconds > RETRY_AFTER_MAX_SECONDS:
		return false
	var may_be_done := problem.status >= 500 or problem.code == "no_connection"
	return problem.status == 429 or (is_repeatable and may_be_done)


## 0.5, 1 and 2 seconds, or Retry-After, and jitter.
static func _pause_seconds(attempt: int, retry_after_seconds: int) -> float:
	var pause := FIRST_PAUSE_SECONDS * pow(2, attempt - 1)
	return maxf(pause, retry_after_seconds) - pause + with_jitter(pause)
