## Proof that the program that redeems a code is the one that requested it (RFC 7636).
extends RefCounted

var verifier := random_text(32)
var challenge := _base64_url(verifier.sha256_buffer())


## Returns random bytes as text that is safe in an address.
static func random_text(byte_count: int) -> String:
	return _base64_url(Crypto.new().generate_random_bytes(byte_count))


static func _base64_url(bytes: PackedByteArray) -> String:
	return Marshalls.raw_to_base64(bytes).rstrip("=").replace("+", "-").replace("/", "_")
