import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Check,
  checkFolder,
  checkHttp,
  describeConnectionError,
  type Outcome,
} from '@portico/page-server'
import { createAllowlist } from './createAllowlist.ts'
import { readServerKey } from './readServerKey.ts'
import type { Settings } from './readSettings.ts'
import type { SiteFile } from './serveWallet.ts'

/** Returns what `--check` tries: everything that the wallet site needs, and whether browsers reach it. */
export function checkWallet({
  settings: { host, port, url, gatewayUrl, vaultUrl, dataDir, social, hsts },
  loadFiles,
}: {
  settings: Settings
  loadFiles: () => Promise<ReadonlyMap<string, SiteFile>>
}): readonly Check[] {
  const logins = [...Object.keys(social.clients), ...(social.farcasterRelay ? ['farcaster'] : [])]
  const facts = [
    `listens on ${host}:${port}`,
    `social logins: ${logins.join(', ') || 'none'}`,
    `HSTS: ${hsts}`,
  ]
  return [
    { name: 'settings', run: async () => ({ status: 'ok', text: facts.join('; ') }) },
    {
      name: 'pages',
      run: async () => ({ status: 'ok', text: `${(await loadFiles()).size} files` }),
    },
    { name: 'data', run: () => checkFolder(dataDir) },
    { name: `gateway at ${gatewayUrl}`, run: () => checkGateway({ url, gatewayUrl }) },
    { name: `vault at ${vaultUrl}`, run: () => checkVault(vaultUrl) },
    { name: `address ${url}`, run: () => checkOwnAddress({ url, gatewayUrl }) },
  ]
}

async function checkGateway({ url, gatewayUrl }: { url: string; gatewayUrl: string }): Promise<Outcome[]> {
  // Not the data folder: a check changes nothing.
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-check-'))
  try {
    const outcomes = await checkHttp({
      url: `${gatewayUrl}/wallet/v1/jwks`,
      read: async ({ status }) => {
        if (status === 404)
          return { status: 'problem', text: 'has no embedded wallets: set WALLET_ORIGIN there' }
        if (status !== 200) return { status: 'problem', text: `answers with ${status}` }
        const allowlist = await createAllowlist({ gatewayUrl, dataDir })
        await allowlist.refresh()
        await readServerKey({ server: 'gateway', url: gatewayUrl, dataDir })
        return { status: 'ok', text: 'publishes its keys and the signed list of pages' }
      },
    })
    return [...outcomes, await checkOrigin({ url, gatewayUrl })]
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

/** Asks the gateway whether it lets this site call it, as a browser would. */
async function checkOrigin({ url, gatewayUrl }: { url: string; gatewayUrl: string }): Promise<Outcome> {
  const response = await fetch(`${gatewayUrl}/wallet/v1/introductions`, {
    method: 'OPTIONS',
    headers: {
      origin: url,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'dpop',
    },
    signal: AbortSignal.timeout(10_000),
  })
  const allowed = response.headers.get('access-control-allow-origin')
  return allowed === url || allowed === '*'
    ? { status: 'ok', text: `accepts calls of ${url}` }
    : { status: 'problem', text: `does not accept calls of ${url}: set WALLET_ORIGIN there to this address` }
}

async function checkVault(vaultUrl: string): Promise<Outcome[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-check-'))
  try {
    return await checkHttp({
      url: `${vaultUrl}/.well-known/jwks.json`,
      read: async ({ status }) => {
        if (status !== 200) return { status: 'problem', text: `answers with ${status}` }
        await readServerKey({ server: 'vault', url: vaultUrl, dataDir })
        return { status: 'ok', text: 'publishes its keys' }
      },
    })
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

/** Opens the site as a browser would. That nothing answers is no problem before the first start. */
async function checkOwnAddress({ url, gatewayUrl }: { url: string; gatewayUrl: string }): Promise<Outcome[]> {
  try {
    return await checkHttp({
      url: `${url}/manage`,
      read: ({ status, headers }) => {
        if ([502, 503, 504].includes(status))
          return {
            status: 'warning',
            text: `answers with ${status}: the wallet site is not running yet`,
          }
        const isOurs = headers.get('content-security-policy')?.includes(`connect-src ${gatewayUrl} `)
        return status === 200 && isOurs
          ? { status: 'ok', text: 'is this site' }
          : {
              status: 'problem',
              text: `does not lead here: it answers with ${status} and another page`,
            }
      },
    })
  } catch (error) {
    const reason = describeConnectionError(error)
    const isStopped = reason.startsWith('nothing listens')
    return [
      {
        status: isStopped ? 'warning' : 'problem',
        text: isStopped ? `${reason} (before the first start, this is as it should be)` : reason,
      },
    ]
  }
}
