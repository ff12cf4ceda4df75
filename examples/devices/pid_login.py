#!/usr/bin/env python3
"""Signs a player in with PID from a console or desktop program. One file without dependencies, Python 3.8 or later.

    python3 pid_login.py https://pid.example app_0123               # console, TV: shows a code (turn on deviceFlow for your app)
    python3 pid_login.py https://pid.example app_0123 --browser     # desktop: opens the browser and listens on loopback

Prints the player as JSON. Exit codes: 0 the player signed in; 1 the player denied or time ran out; 2 any other error.
"""
import base64
import hashlib
import http.server
import json
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import webbrowser

SCOPE = "openid profile"


class GaveUp(Exception):
    """The player denied, or time ran out."""


def ask(address, fields=None, token=None):
    """Sends a form by POST, or a GET without fields. Returns the JSON body, also for an error."""
    data = urllib.parse.urlencode(fields).encode() if fields else None
    request = urllib.request.Request(address, data=data)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request, timeout=15) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


def by_code(discovery, client_id, show, wait=time.sleep):
    """RFC 8628: the player types a code on a phone while this program polls for the decision."""
    begun = ask(discovery["device_authorization_endpoint"], {"client_id": client_id, "scope": SCOPE})
    if "error" in begun:
        raise RuntimeError(begun.get("error_description", begun["error"]))
    # Show the address and the code in large type, and a QR code of verification_uri_complete if you can draw one.
    show("Open %s and type %s" % (begun["verification_uri"], begun["user_code"]))
    pause = begun.get("interval", 5)
    while True:
        wait(pause)
        tokens = ask(
            discovery["token_endpoint"],
            {
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                "device_code": begun["device_code"],
                "client_id": client_id,
            },
        )
        error = tokens.get("error")
        if error is None:
            return tokens
        if error == "slow_down":
            pause += 5
        elif error in ("access_denied", "expired_token"):
            raise GaveUp(error)
        elif error != "authorization_pending":
            raise RuntimeError(tokens.get("error_description", error))


def show_browser(address):
    """Prints the address if no browser can be opened, as in a terminal or a container."""
    if not webbrowser.open(address):
        print("Open " + address, file=sys.stderr, flush=True)


def by_browser(discovery, client_id, open_browser=show_browser):
    """RFC 8252: the system browser, PKCE, and a redirect to a loopback port."""
    verifier = secrets.token_urlsafe(32)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    state = secrets.token_urlsafe(16)
    answers = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            answers.append(dict(urllib.parse.parse_qsl(urllib.parse.urlparse(self.path).query)))
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(b"<p>You can close this page and go back to the game.")

        def log_message(self, *_):
            pass

    # Browsers open idle connections in advance. With one thread, such a connection would block the redirect.
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener) as listener:
        listener.timeout = 0.5
        redirect_uri = "http://127.0.0.1:%d/signed-in" % listener.server_port
        open_browser(
            discovery["authorization_endpoint"]
            + "?"
            + urllib.parse.urlencode(
                {
                    "response_type": "code",
                    "client_id": client_id,
                    "redirect_uri": redirect_uri,
                    "scope": SCOPE,
                    "state": state,
                    "code_challenge": challenge,
                    "code_challenge_method": "S256",
                }
            )
        )
        # Ignore other requests, such as /favicon.ico: only the redirect with our state counts.
        until = time.monotonic() + 600
        while not any(answer.get("state") == state for answer in answers):
            if time.monotonic() > until:
                raise GaveUp("timeout")
            listener.handle_request()
    answer = next(answer for answer in answers if answer.get("state") == state)
    if "error" in answer:
        raise GaveUp(answer["error"])
    if answer.get("iss") != discovery["issuer"]:
        raise RuntimeError("the redirect has another issuer than this PID service")
    tokens = ask(
        discovery["token_endpoint"],
        {
            "grant_type": "authorization_code",
            "code": answer["code"],
            "redirect_uri": redirect_uri,
            "client_id": client_id,
            "code_verifier": verifier,
        },
    )
    if "error" in tokens:
        raise RuntimeError(tokens.get("error_description", tokens["error"]))
    return tokens


def main(arguments):
    service, client_id = arguments[0].rstrip("/"), arguments[1]
    discovery = ask(service + "/.well-known/openid-configuration")
    if "--browser" in arguments:
        tokens = by_browser(discovery, client_id)
    else:
        tokens = by_code(discovery, client_id, show=lambda line: print(line, flush=True))
    # sub is the pid, which never changes. Keep access_token secret: it can read for 30 days.
    player = ask(discovery["userinfo_endpoint"], token=tokens["access_token"])
    print(json.dumps({"pid": player["sub"], "name": player.get("name"), "scope": tokens["scope"]}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1:])
    except GaveUp as reason:
        print("Nobody signed in: %s" % reason, file=sys.stderr)
        sys.exit(1)
    except (RuntimeError, OSError, ValueError, KeyError) as problem:
        print("Signing in failed: %s" % problem, file=sys.stderr)
        sys.exit(2)
