#!/usr/bin/env python3
"""Verifies proofs of PID without PID: python3 verify.py PROOF.json --key KEY [--name budi@pid] [--memo MEMO]

PROOF.json is the file that the page "Check this" saves, or the reply of /v1/fiat/postings/{id}/proof or /v1/fiat/liability-proof.
KEY is the key of the log, from a place that you trust. MEMO is the memo of the daily transaction, from any explorer.
Python 3.8 or later, standard library only.
"""
import argparse, base64, datetime, hashlib, json, re, sys


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def b64(text):
    return base64.b64decode(text, validate=True)


def i64(number):
    return number.to_bytes(8, "big", signed=True)


def u64(number):
    return number.to_bytes(8, "big")  # OverflowError: a sum that does not fit proves nothing


# Ed25519, RFC 8032, section 6
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    x = (a[1] - a[0]) * (b[1] - b[0]) % P
    y = (a[1] + a[0]) * (b[1] + b[0]) % P
    t, z = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = y - x, z - t, z + t, y + x
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        raise ValueError("not a point")
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(signature, message, public):
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    left, right = multiply(s, BASE), add(point_of(signature[:32]), multiply(k, point_of(public)))
    return s < Q and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


def open_checkpoint(note, vkey):
    """Returns size and root of a checkpoint that the key has signed."""
    name, key_id, material = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(\S+)", vkey.strip()).groups()
    public = b64(material)[1:]
    assert b64(material)[0] == 1 and sha(name.encode() + b"\n", b64(material))[:4].hex() == key_id, "the key does not fit its id"
    body, signatures = note.split("\n\n", 1)
    body += "\n"
    origin, size, root = body.split("\n")[:3]
    assert origin == name, "the checkpoint is of another log"
    for line in signatures.splitlines():
        dash, signer, text = line.split(" ")
        data = b64(text)
        if dash == "\u2014" and signer == name and data[:4].hex() == key_id and is_signed(data[4:], body.encode(), public):
            return int(size), b64(root)
    raise AssertionError("the key has not signed the checkpoint")


def root_of(leaf, index, size, path):
    """RFC 6962, section 2.1.1."""
    if size == 1:
        assert not path, "the path is too long"
        return leaf
    split = 1 << (size - 1).bit_length() - 1
    if index < split:
        return sha(b"\1", root_of(leaf, index, split, path[:-1]), path[-1])
    return sha(b"\1", path[-1], root_of(leaf, index - split, size - split, path[:-1]))


def check_posting(proof, vkey):
    size, root = open_checkpoint(proof["checkpoint"], vkey)
    hashes = [b64(e["hash"]) if "hash" in e else
              sha(b"PID:ENTRY\0", b64(e["salt"]), sha(e["name"].encode()), i64(e["amount"]), i64(e["balanceAfter"]))
              for e in proof["entries"]]
    at = datetime.datetime.strptime(proof["at"], "%Y-%m-%dT%H:%M:%S.%fZ") - datetime.datetime(1970, 1, 1)
    entry = sha(b"PID:POSTING\0", bytes.fromhex(proof["id"].replace("-", "")), i64(at // datetime.timedelta(milliseconds=1)), *hashes)
    assert 0 <= proof["index"] < size, "the index is not in the log"
    assert root_of(sha(b"\0", entry), proof["index"], size, [b64(h) for h in proof["path"]]) == root, "the posting is not in the log"
    opened = [f"{e['name']} {e['amount']:+d} = {e['balanceAfter']}" for e in proof["entries"] if "name" in e]
    print(f"posting {proof['id']} is entry {proof['index']} of {size}: {'; '.join(opened)}")


def check_liability(proof, name, memo):
    node, total = sha(b"PID:LIABILITY\0", b64(proof["salt"]), sha(name.encode()), u64(proof["balance"])), proof["balance"]
    for step in proof["path"]:
        other, mine = b64(step["hash"]) + u64(step["sum"]), node + u64(total)
        node, total = sha(b"PID:SUM\0", *((other, mine) if step["side"] == "left" else (mine, other))), total + step["sum"]
    u64(total)
    assert node == b64(proof["root"]) and total == proof["total"], "the balance is not in the published total"
    if memo is not None:
        assert memo.split(" ")[:4] == ["PID:BOOKS", proof["date"], node.hex(), str(total)], "the memo on the chain says otherwise"
    print(f"{name} is owed {proof['balance']} of {total} on {proof['date']}{'' if memo is None else ', as anchored'}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file")
    for name in ("--key", "--name", "--memo"):
        options.add_argument(name)
    given = options.parse_args()
    with open(given.file, encoding="utf8") as file:
        saved = json.load(file)
    proofs = [saved] if "path" in saved else [saved[part] for part in ("posting", "liability") if saved.get(part)]
    try:
        assert proofs, "the file has no proof"
        for proof in proofs:
            if "entries" in proof:
                check_posting(proof, given.key or saved["key"])
            else:
                check_liability(proof, given.name or saved["name"], given.memo)
    except (AssertionError, AttributeError, ArithmeticError, KeyError, IndexError, TypeError, ValueError) as error:
        sys.exit(f"NOT PROVEN: {error}")


if __name__ == "__main__":
    main()
