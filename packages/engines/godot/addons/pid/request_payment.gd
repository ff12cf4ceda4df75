## Opens a payment and waits for its result from the game's server.
extends RefCounted

const CallPid := preload("call_pid.gd")
const Stop := preload("stop.gd")

const FIRST_QUESTION_SECONDS := 2.0
const QUESTION_MAX_SECONDS := 10.0
const FAILURES_MAX := 5

var _client: PidClient


func _init(client: PidClient) -> void:
	_client = client


func run(stop: Stop, pay_url: String, read_status: Callable) -> PidResult:
	# The system opens any address that it gets, also of other programs.
	if not pay_url.begins_with(_client.options.base_url + "/pay/"):
		return PidResult.failed(
			PidError.new("invalid_pay_url", "pay_url must be the payUrl of a payment at PID")
		)
	_client.browser.open(pay_url)
	stop.within(_client.options.payment_timeout_seconds)
	var result := PidResult.new()
	var pause := FIRST_QUESTION_SECONDS
	var failures := 0
	while failures < FAILURES_MAX:
		var reason: PidError = await stop.wait(CallPid.with_jitter(pause))
		if reason:
			return PidResult.failed(reason)
		pause = minf(pause * 1.25, QUESTION_MAX_SECONDS)
		var answer: Variant = await read_status.call()
		if answer is String and answer != "open":
			result.status = answer
			result.error = null
			return result
		failures = 0 if answer is String else failures + 1
		result.error = (
			answer if answer is PidError else PidError.new("failed", "Your server did not respond")
		)
	return result
