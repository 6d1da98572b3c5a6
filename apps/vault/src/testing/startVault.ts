import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { VaultKeysResponse } from '@portico/protocol/vault'
import { onTestFinished } from 'vitest'
import { createTestKey, type TestKey } from './createTestKey.ts'
import { vaultUrl } from './vaultUrl.ts'

/** A vault as a process of its own. */
export type VaultProcess = {
  child: ChildProcess
  /** Resolves with the address once it is ready; rejects if it ends before. */
  ready: Promise<string>
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>
  output(): string
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  newKey(): Promise<TestKey>
}

/** Starts the vault's own program with nothing but these variables; killed after the test at the latest. */
export function startVault({
  env,
  args = [],
}: {
  env: Readonly<Record<string, string>>
  args?: readonly string[]
}): VaultProcess {
  const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../server.ts'), ...args], {
    env: {
      VAULT_PORT: '0',
      VAULT_URL: vaultUrl,
      // The compiled sources are kept between starts: most of the time of a start goes there.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../.cache/node'),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk
      const url = /^vault ready (http:\S+)$/m.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then((code) => reject(new Error(`the vault ended with ${code}: ${output}`)))
  })
  // Those that are meant to fail are not waited for.
  ready.catch(() => undefined)
  const post: VaultProcess['post'] = async (path, body, headers = {}) =>
    fetch(`${await ready}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return {
    child,
    ready,
    ended,
    output: () => output,
    post,
    async newKey() {
      const keys = (await (await fetch(`${await ready}/.well-known/jwks.json`)).json()) as VaultKeysResponse
      let nonce: string | undefined
      const key = await createTestKey({
        post,
        now: Date.now,
        nonce: () => nonce as string,
        sealingKey: keys.keys.find(({ use }) => use === 'enc') as never,
      })
      // Refused, and told the nonce.
      const asked = await key.call('/v1/email/device', {}, { nonce: undefined })
      nonce = asked.headers.get('dpop-nonce') ?? undefined
      return key
    },
  }
}
