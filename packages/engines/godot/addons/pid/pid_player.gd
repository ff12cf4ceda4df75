## A signed-in player.
class_name PidPlayer
extends RefCounted

## Permanent identifier, for example maya@pid. Use it as your key for the player.
var pid: String
## Empty if the player has none or did not share it. It can change.
var display_name: String
## Empty if the player has none or did not share it.
var avatar_url: String
## Reads the data that the player shared, for 30 days. Keep it secret. Your game's server can learn
## from it who the player is: it sends the token and its client secret to /oidc/introspect.
var access_token: String
## The guest of this sign-in, which now belongs to the player. Empty without a guest, and if the
## guest is unknown or belongs to another player. Your game's server learns of it from the event
## guest.claimed: it must not believe a guest that the game sends.
var guest_id := ""
