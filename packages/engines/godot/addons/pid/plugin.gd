@tool
extends EditorPlugin

const AUTOLOAD := "Pid"


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "res://addons/pid/pid_client.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)
