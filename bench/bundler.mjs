import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { print } from './lib/printPercentiles.mjs'
import { startDevnet } from './lib/startDevnet.mjs'
import { startProgram } from './lib/startProgram.mjs'

// Times of the paymaster of POST /v1/bundler: whether an operation would be paid for, its gas, and the signature, with its reservation.
const chain = 'eip155:31337'
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)
const targetMs = 150
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const closing = []
const { EntryPoint, EIP7702StatelessDeleGator } = delegatorContracts

try {
  const { node, stop } = await startDevnet({ folder })
  closing.push(stop)
  const entry = 'apps/gateway/src/server.ts'
  const { local } = JSON.parse(gatewayEnv.SPONSORS)
  const env = {
    ...gatewayEnv,
    PORTICO_DATA_DIR: join(folder, 'gateway'),
    GATEWAY_PORT: '0',
    FAUCETS: '{}',
    RPC_URLS: JSON.stringify({ [chain]: [node] }),
    // Without limits, which are not measured here.
    SPONSORS: JSON.stringify({
      bench: {
        [chain]: { ...local[chain], perDay: { userOperations: 100_000, user: '100', project: '100' } },
      },
    }),
    RATE_LIMIT_PROJECT: '1000000000',
  }
  const command = (...words) =>
    execFileSync(
      process.execPath,
      ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning', entry, ...words],
      { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' },
    )
  command('project', 'add', '--id', 'bench', '--name', 'Bench', '--origin', 'http://localhost')
  const { key } = JSON.parse(command('project', 'key', 'add', 'bench', '--json'))
  const gateway = await startProgram({ entry, env, ready: /gateway ready (http:\S+)/ })
  closing.push(() => gateway.stop())

  const post = async (url, method, params, headers = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = await response.json()
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  const ask = (method, params) =>
    post(`${gateway.match[1]}/v1/bundler?chainId=${chain}`, method, params, {
      authorization: `Bearer ${key}`,
    })

  // An account that has delegated its code, and signs the guestbook: execute(single, target ‖ value ‖ sign("bench")).
  const sender = devnetManifest.accounts[6].address
  await post(node, 'anvil_setCode', [sender, `0xef0100${EIP7702StatelessDeleGator.slice(2)}`])
  const word = (value) => value.toString(16).padStart(64, '0')
  const call = `79d6348d${word(32)}${word(5)}${Buffer.from('bench').toString('hex').padEnd(64, '0')}`
  const inner = `${devnetManifest.chains[0].contracts.guestbook.slice(2)}${word(0)}${call}`
  const callData = `0xe9ae5c53${word(0)}${word(64)}${word(inner.length / 2)}${inner.padEnd(Math.ceil(inner.length / 64) * 64, '0')}`
  const fee = `0x${(4n * 10n ** 9n).toString(16)}`
  const draft = {
    sender,
    nonce: '0x0',
    callData: callData.toLowerCase(),
    maxFeePerGas: fee,
    maxPriorityFeePerGas: `0x${(10n ** 9n).toString(16)}`,
  }
  const operation = { ...draft, ...(await ask('eth_estimateUserOperationGas', [draft, EntryPoint])) }
  const params = [operation, EntryPoint, '0x7a69', {}]
  const measure = async (name, run) => {
    for (let round = 0; round < 20; round++) await run()
    const times = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      await run()
      times.push(performance.now() - start)
    }
    print(name, times, targetMs)
  }
  await measure('pm_getPaymasterStubData', () => ask('pm_getPaymasterStubData', params))
  await measure('eth_estimateUserOperationGas', () =>
    ask('eth_estimateUserOperationGas', [draft, EntryPoint]),
  )
  await measure('pm_getPaymasterData', () => ask('pm_getPaymasterData', params))
} finally {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}
