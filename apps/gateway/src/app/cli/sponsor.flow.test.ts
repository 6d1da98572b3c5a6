import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sponsorPaymasterAddress } from '@portico/contracts'
import { type Devnet, startChains } from '@portico/devnet'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnvil } from '../../testing/startAnvil.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { readConfig } from '../config/readConfig.ts'
import { runCli } from './runCli.ts'

const [one, two] = devnetManifest.chains
const { sponsor: local, accounts } = devnetManifest
const owner = accounts[9]
const stranger = accounts[3]
const recipient = '0x000000000000000000000000000000000000bEEF'
/** A paymaster that is not there yet: another limit, another address. */
const terms = { owner: local.owner, maxCost: '0.03', depositFloor: '0.1', relayerFloor: '1' }
const paymaster = sponsorPaymasterAddress({
  owner: local.owner,
  signer: local.signer,
  maxCost: parseEther('0.03'),
})

let folder: string
let devnet: Devnet
let ownerFile: string
let strangerFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sponsor-cli-'))
  devnet = await startChains({ dataDir: folder, ports: { 31337: 0, 31338: 0 } })
  ownerFile = join(folder, 'owner')
  strangerFile = join(folder, 'stranger')
  await writeFile(ownerFile, `${owner?.privateKey}\n`)
  await writeFile(strangerFile, `${stranger?.privateKey}`)
})
afterAll(async () => {
  await devnet?.stop()
  await rm(folder, { recursive: true, force: true })
})

function envOf(more: Record<string, string> = {}): Record<string, string> {
  const [first, second] = devnet.chains.map(({ url }) => [url])
  return {
    ...gatewayEnv,
    PORTICO_DATA_DIR: folder,
    NODE_ENV: 'production',
    RPC_URLS: JSON.stringify({ [one.caip2]: first, [two.caip2]: second }),
    ...more,
  }
}

/** Runs `sponsor …`, by default with the new paymaster on Local One. */
async function run(
  line: string,
  more: Record<string, string> = { PAYMASTERS: JSON.stringify({ [one.caip2]: terms }) },
) {
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  const env = envOf({ SPONSORS: '', FEE_TOKENS: '', ...more })
  const args = ['sponsor', ...line.split(' ').filter((word) => word !== '')]
  const code = await runCli({ args, env, readConfig, print, printError: print })
  const text = lines.join('\n')
  // Whatever happens, no key is printed.
  for (const key of [owner, stranger]) expect(text).not.toContain(key?.privateKey.slice(2))
  return { code, text }
}
const onOne = `--chain ${one.caip2}`

describe('gateway sponsor', () => {
  test('behavior: status of the local chains, which pay', async () => {
    const { code, text } = await run('status --json', {})
    expect(code).toBe(0)
    expect(JSON.parse(text).networks).toMatchObject(
      [one, two].map(({ caip2 }) => ({
        chain: caip2,
        paymaster: local.paymaster,
        isDeployed: true,
        deposit: '10',
        relayer: local.relayer,
        problems: [],
      })),
    )
  })

  test('behavior: deploy, again, deposit, withdraw a part, withdraw all', async () => {
    expect(await run('status')).toEqual({
      code: 1,
      text: expect.stringContaining(
        'It does not pay: the paymaster is not deployed; the deposit is below 0.1.',
      ),
    })
    // Nothing is deposited where nobody can withdraw it.
    expect(await run(`deposit ${onOne} --amount 1 --key-file ${ownerFile}`)).toEqual({
      code: 1,
      text: `There is no paymaster at ${paymaster} on ${one.caip2}: deploy it first. Nothing was sent.`,
    })

    const deployed = await run(`deploy ${onOne} --key-file ${strangerFile}`)
    expect(deployed.code).toBe(0)
    expect(deployed.text).toMatch(
      new RegExp(
        `^Paymaster ${paymaster} on ${one.caip2}: owner ${local.owner}, signer ${local.signer}, maxCost 0\\.03\\.
Paid by ${stranger?.address}, which has \\d+\\.\\d+: a fee of at most 0\\.\\d+\\.
Sent 0x[0-9a-f]{64}\\.
Deployed ${paymaster}\\.$`,
      ),
    )
    const again = await run(`deploy ${onOne} --key-file ${strangerFile}`)
    expect(again).toEqual({ code: 0, text: expect.stringContaining('already deployed: nothing was sent.') })

    const paid = await run(`deposit ${onOne} --amount 0.25 --key-file ${strangerFile}`)
    expect(paid.text).toContain(`Deposits 0.25 for ${paymaster} on ${one.caip2}, which has 0.`)
    expect(paid.text).toContain('The deposit is now 0.25.')
    expect(await run('status')).toEqual({ code: 0, text: expect.stringContaining('It pays.') })

    const part = await run(`withdraw ${onOne} --amount 0.1 --to ${recipient} --key-file ${ownerFile}`)
    expect(part.text).toContain(`Withdraws 0.1 of 0.25 from ${paymaster} on ${one.caip2} to ${recipient}.`)
    expect(part.text).toContain('The deposit is now 0.15.')
    const all = await run(`withdraw ${onOne} --amount all --key-file ${ownerFile} --json`)
    expect(JSON.parse(all.text)).toEqual({
      chain: one.caip2,
      paymaster,
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      deposit: '0',
    })
    const none = await run(`withdraw ${onOne} --amount all --key-file ${ownerFile}`)
    expect(none).toEqual({ code: 0, text: `${paymaster} has no deposit on ${one.caip2}: nothing was sent.` })
  })

  test('behavior: --dry-run prints the call, sends nothing, and needs no key', async () => {
    const { code, text } = await run(`withdraw --chain ${two.caip2} --amount 1 --dry-run`, {})
    expect(code).toBe(0)
    expect(text).toContain(
      `Nothing was sent. Any wallet can send it:\nto    ${local.paymaster}\nvalue 0 wei\ndata  0x`,
    )
    expect((await run(`status --chain ${two.caip2}`, {})).text).toContain('deposit   10')
  })

  test('behavior: the key comes from the standard input; an older paymaster needs no PAYMASTERS', async () => {
    const line = `sponsor withdraw --chain ${two.caip2} --amount 2.5 --paymaster ${local.paymaster.toLowerCase()} --key-file -`
    const program = join(import.meta.dirname, '../../server.ts')
    const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
    const env = envOf({ PAYMASTERS: '', SPONSORS: '', FEE_TOKENS: '' })
    const output = await new Promise<string>((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [...flags, program, ...line.split(' ')],
        { env },
        (error, stdout) => (error ? reject(error) : resolve(stdout)),
      )
      child.stdin?.end(owner?.privateKey)
    })
    expect(output).toContain(`Withdraws 2.5 of 10 from ${local.paymaster}`)
    expect(output).toContain('The deposit is now 7.5.')
  })

  test('error: only the owner withdraws, and no more than there is', async () => {
    const withdraw = `withdraw ${onOne} --paymaster ${local.paymaster}`
    expect(await run(`${withdraw} --amount all --key-file ${strangerFile}`)).toEqual({
      code: 1,
      text: `Only ${local.owner} can withdraw from ${local.paymaster}; the key is that of ${stranger?.address}. Nothing was sent.`,
    })
    expect(await run(`${withdraw} --amount 10.5 --key-file ${ownerFile}`)).toEqual({
      code: 1,
      text: `${local.paymaster} has 10 on ${one.caip2}. Nothing was sent.`,
    })
  })

  test('error: nodes of another chain, without the contracts, or that do not answer', async () => {
    const deposit = `deposit ${onOne} --amount 1 --key-file ${ownerFile}`
    const at = (url: string) => ({ RPC_URLS: JSON.stringify({ [one.caip2]: [url] }) })
    expect(await run(deposit, at(devnet.chains[1]?.url ?? ''))).toEqual({
      code: 1,
      text: `The nodes of ${one.caip2} in RPC_URLS are of ${two.caip2}: nothing was sent.`,
    })
    const empty = await startAnvil()
    expect((await run(deposit, at(empty.url))).text).toContain(`${one.caip2} has no EntryPoint 0.7`)
    empty.stop()
    const dead = await deadUrl()
    const { code, text } = await run(deposit, at(`${dead}/secret-key`))
    expect(code).toBe(1)
    expect(text).toBe(`${one.caip2}: HTTP request failed.`)
  })

  test('error: a deposit for another contract, which could not be withdrawn', async () => {
    const line = `deposit ${onOne} --amount 1 --paymaster ${one.contracts.guestbook} --key-file ${ownerFile}`
    expect(await run(line)).toEqual({
      code: 1,
      text: `The contract at ${one.contracts.guestbook} on ${one.caip2} is not a SponsorPaymaster of this release. Nothing was sent.`,
    })
  })

  test('error: an account that has too little', async () => {
    const file = join(folder, 'poor')
    await writeFile(file, `0x${'01'.repeat(32)}`)
    const { code, text } = await run(`deposit ${onOne} --amount 1 --key-file ${file}`, {})
    expect(code).toBe(1)
    expect(text).toContain(`has 0 on ${one.caip2}, less than 1.`)
  })

  test.each([
    ['', 'Name one subcommand'],
    ['steal', 'Unknown subcommand "sponsor steal".'],
    ['deploy --key-file /dev/null', 'Give the network: --chain eip155:….'],
    [`deploy ${onOne}`, 'Give the file with the key of the account that sends: --key-file, or --dry-run.'],
    [`deploy ${onOne} --amount 1 --dry-run`, '`sponsor deploy` has no option --amount.'],
    [`deposit ${onOne} --amount all --dry-run`, 'Give the amount in whole coins: --amount 0.5.'],
    [`deposit ${onOne} --amount 1e3 --dry-run`, 'Give the amount in whole coins'],
    [`deposit ${onOne} --amount 1 --to ${recipient} --dry-run`, '`sponsor deposit` has no option --to.'],
    [`withdraw ${onOne} --amount 0 --dry-run`, '--amount 0.5, or --amount all.'],
    [
      `withdraw ${onOne} --amount 1 --to ${recipient.replace('bEEF', 'BEEF')} --dry-run`,
      '--to must be an address with a valid checksum.',
    ],
    ['status --amount 1', '`sponsor status` takes only the options --chain and --json.'],
  ])('error: sponsor %s', async (line, message) => {
    const { code, text } = await run(line, {})
    expect(text).toContain(message)
    expect(code).toBe(2)
  })

  test('error: networks without paymaster, and files without a key', async () => {
    expect((await run(`deploy --chain ${two.caip2} --dry-run`)).text).toContain(
      `PAYMASTERS has no ${two.caip2} with smart accounts: add it.`,
    )
    expect((await run('status', { PAYMASTERS: '' })).text).toContain('No network has a paymaster')
    const file = join(folder, 'text')
    await writeFile(file, 'correct horse battery staple')
    const { code, text } = await run(`deposit ${onOne} --amount 1 --key-file ${file}`, {})
    expect({ code, text }).toEqual({ code: 1, text: '--key-file must contain a private key: 64 hex digits.' })
  })
})
