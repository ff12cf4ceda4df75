## Keeps the token in a file of user:// that only the player's account of this device can read. It
## is not encrypted, because the key would lie beside it: a program that runs as the same player
## can read it. Extend this class to use a keychain.
class_name PidTokenStore
extends RefCounted

var _file: String


func _init(file := "user://pid_session") -> void:
	_file = file


## Returns an empty text if nothing is stored.
func read() -> String:
	return FileAccess.get_file_as_string(_file) if FileAccess.file_exists(_file) else ""


func write(secret: String) -> void:
	var draft := _file + ".new"
	# The file is made private before it has content, and moved when it is whole.
	FileAccess.open(draft, FileAccess.WRITE).close()
	FileAccess.set_unix_permissions(draft, FileAccess.UNIX_READ_OWNER | FileAccess.UNIX_WRITE_OWNER)
	var file := FileAccess.open(draft, FileAccess.WRITE)
	file.store_string(secret)
	file.close()
	DirAccess.rename_absolute(draft, _file)


func clear() -> void:
	if FileAccess.file_exists(_file):
		DirAccess.remove_absolute(_file)
