## The text in the PidTokenStore: the token, and where it belongs.
extends RefCounted

const Form := preload("form.gd")


static func text_of(options: PidOptions, access_token: String) -> String:
	return (
		Form
		. encode(
			{
				"service": options.base_url,
				"client_id": options.client_id,
				"access_token": access_token,
			}
		)
	)


## Returns an empty text for a token of another service or app: a token is never sent to a service
## that did not issue it.
static func token_of(stored: String, options: PidOptions) -> String:
	var fields := Form.decode(stored)
	if fields.get("service") != options.base_url or fields.get("client_id") != options.client_id:
		return ""
	return fields.get("access_token", "")
