#!/usr/bin/env python3
"""Verifies proofs of PID without PID: python3 verify.py PROOF.json --key KEY [--id ID --name budi@pid --amount -20100] [--memo MEMO]

PROOF.json is the file that the page "Check this" saves, or the reply of /v1/fiat/postings/{id}/proof or /v1/fiat/liability-proof.
KEY is the key of the log, from a place that you trust. MEMO is the memo of the daily transaction, from any explorer.
ID, name and amount (negative if you paid) are those of your receipt. Python 3.8 or later, standard library only.
"""
import argparse, base64, datetime, hashlib, json, re, sys, uuid


def require(is_true, reason):  # not `assert`, which python3 -O ignores
    if not is_true:
        raise ValueError(reason)


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def b64(text):
    return base64.b64decode(text, validate=True)


def i64(number, signed=True):
    return number.to_bytes(8, "big", signed=signed)


# Ed25519, RFC 8032, section 6
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    t = D * a[0] * b[0] * a[1] * b[1]
    return (a[0] * b[1] + a[1] * b[0]) * pow(1 + t, -1, P) % P, (a[1] * b[1] + a[0] * b[0]) * pow(1 - t, -1, P) % P


def multiply(number, point):
    if number == 0:
        return 0, 1
    twice = multiply(number // 2, add(point, point))
    return add(twice, point) if number % 2 else twice


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    require(y < P and (x * x - square) % P == 0 and not (x == 0 and sign), "not a point")
    return (P - x if x & 1 != sign else x), y


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(signature, message, public):
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    return s < Q and multiply(s, BASE) == add(point_of(signature[:32]), multiply(k, point_of(public)))


def open_checkpoint(note, vkey):  # returns size and root
    name, key_id, material = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(\S+)", vkey.strip()).groups()
    public = b64(material)[1:]
    require(b64(material)[0] == 1 and sha(name.encode() + b"\n", b64(material))[:4].hex() == key_id, "the key does not fit its id")
    body, signatures = note.split("\n\n", 1)
    origin, size, root = body.split("\n")[:3]
    require(origin == name, "the checkpoint is of another log")
    for line in signatures.splitlines():
        dash, signer, text = line.split(" ")
        data = b64(text)
        if dash == "\u2014" and signer == name and data[:4].hex() == key_id and is_signed(data[4:], body.encode() + b"\n", public):
            return int(size), b64(root)
    raise ValueError("the key has not signed the checkpoint")


def root_of(leaf, index, size, path):  # RFC 6962, section 2.1.1
    if size == 1:
        require(not path, "the path is too long")
        return leaf
    split = 1 << (size - 1).bit_length() - 1
    if index < split:
        return sha(b"\1", root_of(leaf, index, split, path[:-1]), path[-1])
    return sha(b"\1", path[-1], root_of(leaf, index - split, size - split, path[:-1]))


def follow_restarts(vkey, restarts):  # the same key under the name of the newest log, which must begin with the old one
    for restart in reversed(restarts):
        old, name = (restart[note].split("\n")[0] for note in ("previous", "checkpoint"))
        if old == vkey.split("+")[0]:
            old_size, material = open_checkpoint(restart["previous"], vkey)[0], vkey.strip().split("+", 2)[2]
            vkey = "+".join((name, sha(name.encode() + b"\n", b64(material))[:4].hex(), material))
            size, root = open_checkpoint(restart["checkpoint"], vkey)
            first = sha(b"\0", sha(b"PID:RESTART\0", sha(restart["previous"].encode())))
            require(size > 0 and root_of(first, 0, size, [b64(h) for h in restart["path"]]) == root, f"{name} does not begin with {old}")
            print(f"{name} begins with the last checkpoint of {old}, of {old_size} entries")
    return vkey


def check_posting(proof, vkey, name, amount):
    size, root = open_checkpoint(proof["checkpoint"], vkey)
    hashes = [b64(e["hash"]) if "hash" in e else
              sha(b"PID:ENTRY\0", b64(e["salt"]), sha(e["name"].encode()), i64(e["amount"]), i64(e["balanceAfter"]))
              for e in proof["entries"]]
    at = datetime.datetime.strptime(proof["at"], "%Y-%m-%dT%H:%M:%S.%fZ") - datetime.datetime(1970, 1, 1)
    entry = sha(b"PID:POSTING\0", uuid.UUID(proof["id"]).bytes, i64(at // datetime.timedelta(milliseconds=1)), *hashes)
    require(0 <= proof["index"] < size, "the index is not in the log")
    require(root_of(sha(b"\0", entry), proof["index"], size, [b64(h) for h in proof["path"]]) == root, "the posting is not in the log")
    opened = [e for e in proof["entries"] if "hash" not in e]
    print(f"posting {proof['id']} is entry {proof['index']} of {size}:", *(f"{e['name']} {e['amount']:+d} = {e['balanceAfter']}" for e in opened))
    require(opened, "the proof opens no entry, so it proves no amount")
    mine = [e["amount"] for e in opened if name in (None, e["name"])]
    require(mine and amount in (None, *mine[:1]) and not mine[1:], "the opened entry has another name or amount")


def check_liability(proof, name, memo, checkpoint):
    node, total = sha(b"PID:LIABILITY\0", b64(proof["salt"]), sha(name.encode()), i64(proof["balance"], False)), proof["balance"]
    for step in proof["path"]:
        other, mine = b64(step["hash"]) + i64(step["sum"], False), node + i64(total, False)
        node, total = sha(b"PID:SUM\0", *((other, mine) if step["side"] == "left" else (mine, other))), total + step["sum"]
    i64(total, False)  # OverflowError: a sum that does not fit proves nothing
    require(node == b64(proof["root"]) and total == proof["total"], "the balance is not in the published total")
    anchored = f"PID:BOOKS {proof['date']} {node.hex()} {total} {sha(checkpoint.encode()).hex() if checkpoint else ''}"
    require(memo is None or memo.startswith(anchored), "the memo on the chain says otherwise")
    print(f"{name} is owed {proof['balance']} of {total} on {proof['date']},", "as anchored" if memo else f"if the memo on the chain is: {anchored}")


options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("file", type=argparse.FileType(encoding="utf8"))
for name, kind in {"--key": str, "--id": str, "--name": str, "--amount": int, "--memo": str}.items():
    options.add_argument(name, type=kind)
given = options.parse_args()
try:
    saved = json.load(given.file)
    proofs = [saved] if "path" in saved else [*saved.get("postings", []), *(saved[p] for p in ("posting", "liability") if saved.get(p))]
    postings = [proof for proof in proofs if "entries" in proof and given.id in (None, proof["id"])]
    require(postings or proofs and (given.id, given.amount) == (None, None), "the file has no proof of this")
    key = follow_restarts(saved.get("key") or "" if given.key is None else given.key, saved.get("restarts", []))
    for proof in postings:
        check_posting(proof, key, given.name or saved.get("name"), given.amount)
    require(given.memo is None or any("entries" not in proof for proof in proofs), "the file has no balance to compare with the memo")
    for proof in [proof for proof in proofs if "entries" not in proof]:
        check_liability(proof, given.name or saved["name"], given.memo, (saved.get("anchor") or {}).get("checkpoint"))
except (AttributeError, ArithmeticError, KeyError, IndexError, TypeError, ValueError) as error:
    sys.exit(f"NOT PROVEN: {error}")
