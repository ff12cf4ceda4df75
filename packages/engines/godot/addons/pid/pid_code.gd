## The code of a sign-in on another device. Show user_code and verification_uri in large type.
class_name PidCode
extends RefCounted

## For example BCDF-GHJK.
var user_code: String
var verification_uri: String
## The same address with the code in it, for a QR code.
var verification_uri_complete: String
var expires_in_seconds: float
