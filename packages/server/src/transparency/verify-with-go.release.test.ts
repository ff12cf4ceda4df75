import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { provenEntry, toBase64, type PostingProof } from '@pid/protocol/books';
import { afterAll, expect, test } from 'vitest';
import { ensureTool, skipReason } from '../../../../test/support/ensure-tool.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';

/** Where the installer of Go puts it. */
const installed = '/usr/local/go/bin/go';
const go = existsSync(installed) ? installed : ensureTool('go', { debian: 'golang-go' });
/** Every Go distribution contains the implementation that its checksum database uses. */
const sumdb = go
  ? path.join(
      execFileSync(go, ['env', 'GOROOT'], { encoding: 'utf8' }).trim(),
      'src/cmd/vendor/golang.org/x/mod/sumdb',
    )
  : '';
const tools = { go, sumdb: existsSync(sumdb) };
const folder = mkdtempSync(path.join(tmpdir(), 'pid-go-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	"verify/note"
	"verify/tlog"
)

type proof struct {
	Key, Checkpoint, Entry string
	Index                  int64
	Path                   []string
}

func must(err error) {
	if err != nil {
		fmt.Println("not proven:", err)
		os.Exit(1)
	}
}

func bytesOf(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	must(err)
	return data
}

func main() {
	var given proof
	must(json.Unmarshal([]byte(os.Args[1]), &given))
	verifier, err := note.NewVerifier(given.Key)
	must(err)
	opened, err := note.Open([]byte(given.Checkpoint), note.VerifierList(verifier))
	must(err)
	var origin, root string
	var size int64
	_, err = fmt.Sscanf(opened.Text, "%s\\n%d\\n%s\\n", &origin, &size, &root)
	must(err)
	var path tlog.RecordProof
	for _, text := range given.Path {
		var hash tlog.Hash
		copy(hash[:], bytesOf(text))
		path = append(path, hash)
	}
	var hash tlog.Hash
	copy(hash[:], bytesOf(root))
	must(tlog.CheckRecord(path, size, hash, given.Index, tlog.RecordHash(bytesOf(given.Entry))))
	fmt.Println("proven")
}
`;

test.skipIf(!tools.go || !tools.sumdb)(
  `the implementation of Go verifies checkpoint and inclusion${skipReason(tools)}`,
  async () => {
    for (const part of ['note', 'tlog'])
      cpSync(path.join(sumdb, part), path.join(folder, part), { recursive: true });
    execFileSync(go!, ['mod', 'init', 'verify'], { cwd: folder, stdio: 'pipe' });
    writeFileSync(path.join(folder, 'main.go'), program);
    const binary = path.join(folder, 'verify-proof');
    execFileSync(go!, ['build', '-o', binary, '.'], { cwd: folder, stdio: 'pipe' });
    const service = await startTestService({ PID_CHAIN: 'off' });
    const { client, pid } = await newPlayer(service);
    const { id: identityId } = (await findIdentityByPid(service.db, pid))!;
    for (let index = 0; index < 300; index += 1) await fund(service.db, identityId, 1000n, service.clock);
    await service.service.runJob('append to the public log');
    const { key } = (await client.get('/v1/transparency')).body;
    const { items } = (await client.get('/v1/fiat/statement?limit=100')).body as { items: { id: string }[] };
    const verify = (given: object) =>
      promisify(execFile)(binary, [JSON.stringify(given)]).then(
        ({ stdout }) => stdout.trim(),
        (error: { stdout: string }) => error.stdout.trim(),
      );
    for (const { id } of items.slice(0, 5)) {
      const proof: PostingProof = (await client.get(`/v1/fiat/postings/${id}/proof`)).body;
      const given = { ...proof, key, entry: toBase64(provenEntry(proof)) };
      expect(await verify(given)).toBe('proven');
      expect(await verify({ ...given, index: proof.index - 1 })).toContain('not proven');
      expect(await verify({ ...given, entry: toBase64(new Uint8Array(32)) })).toContain('not proven');
    }
  },
  300_000,
);
