## Outcome of an operation. GDScript has no exceptions: check [member error] first.
class_name PidResult
extends RefCounted

## Null if the operation succeeded.
var error: PidError
## The signed-in player; null if nobody is signed in.
var player: PidPlayer
## Status of a payment, for example "paid".
var status := ""


static func failed(own_error: PidError) -> PidResult:
	var result := PidResult.new()
	result.error = own_error
	return result
