## Opens addresses in the browser of the system, never in a web view of the game (RFC 8252, 8.12).
class_name PidBrowser
extends RefCounted


func open(url: String) -> void:
	OS.shell_open(url)
