## Waits without blocking the game.
class_name PidClock
extends RefCounted


## Seconds since an arbitrary start. They never go backwards.
func now_seconds() -> float:
	return Time.get_ticks_usec() / 1_000_000.0


## Waits, and returns early when is_stopped returns true.
func wait(seconds: float, is_stopped: Callable) -> void:
	var until := now_seconds() + seconds
	while now_seconds() < until and not is_stopped.call():
		await (Engine.get_main_loop() as SceneTree).process_frame
