## Tells a running operation whether it must end, and why.
extends RefCounted

## aborted or superseded; empty while the operation may go on.
var code := ""
var _clock: PidClock
var _until_seconds := INF


func _init(clock: PidClock) -> void:
	_clock = clock


func within(seconds: float) -> void:
	_until_seconds = _clock.now_seconds() + seconds


func without_limit() -> void:
	_until_seconds = INF


## Returns null while the operation may go on.
func reason() -> PidError:
	if code != "":
		return PidError.new(code)
	if _clock.now_seconds() >= _until_seconds:
		return PidError.new("timeout", "The player did not finish in time")
	return null


## Waits, and returns the reason if the operation must end.
func wait(seconds: float) -> PidError:
	await _clock.wait(seconds, func() -> bool: return reason() != null)
	return reason()
