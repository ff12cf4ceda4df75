## Why an operation did not succeed. Branch on [member code]; [member message] is English text for
## developers. Codes of this addon:
## [br]- access_denied: the player denied
## [br]- expired_token: the code has expired
## [br]- timeout: no result in time
## [br]- aborted: your code called abort
## [br]- superseded: your code started another sign-in
## [br]- no_connection: no response after all retries
## [br]- invalid_options: base_url or client_id is wrong
## [br]- invalid_pay_url: not an address of a payment
## [br]- unsupported: this platform cannot do it
## [br]- failed: the response has no known code
## [br]All other codes come from PID.
class_name PidError
extends RefCounted

var code: String
var message: String
## HTTP status code; 0 if the error is not a response of PID.
var status: int
## Values that belong to the code.
var context := {}
## Seconds to wait before you retry; 0 if PID did not say.
var retry_after_seconds := 0
## Id of the request in the logs of PID, or empty. Include it when you report a problem.
var request_id := ""


func _init(own_code: String, own_message := "", own_status := 0) -> void:
	code = own_code
	message = own_message if own_message != "" else own_code
	status = own_status
